import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/routes.ts'
import type { Context } from '../context.ts'
import type { Device } from '../identity/device.ts'
import type { Actor } from '../identity/shop-scope.ts'

type Part<Name extends EndpointName, Key extends string> =
  Endpoints[Name] extends Record<Key, infer Schema extends z.core.$ZodType> ? z.output<Schema> : undefined

type ActorOf<Name extends EndpointName> = Endpoints[Name]['audience'] extends readonly unknown[]
  ? Actor
  : Actor | null

/** One request as a handler sees it: already read, checked and known by whom. */
export type Call<Name extends EndpointName> = {
  context: Context
  /** The signed-in user with the shops in scope; null only where the endpoint is open to anyone. */
  actor: ActorOf<Name>
  device: Device
  params: Part<Name, 'params'>
  query: Part<Name, 'query'>
  headers: Part<Name, 'headers'>
  body: Part<Name, 'body'>
  /** Adds a cookie to the answer, as a whole Set-Cookie line. */
  setCookie: (line: string) => void
  /** Adds a header to the answer. */
  setHeader: (name: string, value: string) => void
}

type Answer<Name extends EndpointName> = Endpoints[Name] extends { replyType: 'text/csv' }
  ? Readable
  : z.input<Endpoints[Name]['reply']>

/** One handler for each endpoint of the contract, under the endpoint's name. */
export type Handlers = {
  [Name in EndpointName]: (call: Call<Name>) => Promise<Answer<Name>>
}
