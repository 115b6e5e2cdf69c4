import type { CustomerWatch } from '../../contract/admin/customers.ts'
import { listFlaggedNetworks } from '../booking/flagged-networks.ts'
import type { Context } from '../context.ts'
import { listSharedVehicles, listWatchedCustomers } from '../customers/watched-customers.ts'

/** Customers, networks and vehicles that administrators may want to look at. */
export async function watchCustomers(context: Context, email: string | undefined): Promise<CustomerWatch> {
  return {
    ...(await listWatchedCustomers(context, email)),
    networks: await listFlaggedNetworks(context),
    sharedVehicles: await listSharedVehicles(context),
  }
}
