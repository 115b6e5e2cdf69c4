import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/routes.ts'
import type { Context } from '../context.ts'
import type { Device } from '../identity/sessions/device.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import type { FileBody } from './file-body.ts'

type Part<Name extends EndpointName, Key extends string> =
  Endpoints[Name] extends Record<Key, infer Schema extends z.core.$ZodType> ? z.output<Schema> : undefined

type ActorOf<Name extends EndpointName> = Endpoints[Name] extends { tokenHeader: string }
  ? Actor | null
  : Endpoints[Name]['audience'] extends readonly unknown[]
    ? Actor
    : Actor | null

type BodyOf<Name extends EndpointName> = Endpoints[Name] extends { bodyBytes: number }
  ? FileBody
  : Part<Name, 'body'>

/** One request as its handler sees it: parsed, validated and authenticated. */
export type Call<Name extends EndpointName> = {
  context: Context
  /** The signed-in user with the shops in scope; null only where the endpoint is public or takes a token. */
  actor: ActorOf<Name>
  device: Device
  params: Part<Name, 'params'>
  query: Part<Name, 'query'>
  headers: Part<Name, 'headers'>
  body: BodyOf<Name>
  /** Adds a cookie to the response, as a whole Set-Cookie header. */
  setCookie: (line: string) => void
  /** Adds a header to the response. */
  setHeader: (name: string, value: string) => void
}

type Answer<Name extends EndpointName> = Endpoints[Name] extends {
  replyType: 'text/csv' | 'text/event-stream'
}
  ? Readable
  : Endpoints[Name] extends { replyType: 'image/jpeg' | 'application/pdf' }
    ? Buffer
    : z.input<Endpoints[Name]['reply']>

/** One handler per endpoint of the contract, under the endpoint's name. */
export type Handlers = {
  [Name in EndpointName]: (call: Call<Name>) => Promise<Answer<Name>>
}
