import type { FastifyRequest } from 'fastify'
import type { Caller } from './handlers.ts'
import { networkOf } from './network-of.ts'

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}

/**
 * Who calls, each part made only where it is looked at: most calls never do, and the headers cost as much as a small answer. A class,
 * because an object with getters of its own has a shape of its own, which outlives its request until all garbage is collected.
 */
export class RequestCaller implements Caller {
  readonly #request: FastifyRequest
  #headers: Headers | undefined

  constructor(request: FastifyRequest) {
    this.#request = request
  }

  get address(): string {
    return this.#request.ip
  }

  get network(): string {
    return networkOf(this.#request.ip)
  }

  get headers(): Headers {
    return (this.#headers ??= headersOf(this.#request))
  }
}
