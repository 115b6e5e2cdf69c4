import { refuse } from '../../contract/refusals.ts'
import type { GeocodeAnswer } from '../../contract/shops/geocoding.ts'
import type { Context } from '../context.ts'

/** Looks. */
export async function geocode(context: Context, address: string, wanted: string): Promise<GeocodeAnswer> {
  void [context, address, wanted]
  return refuse('unavailable')
}
