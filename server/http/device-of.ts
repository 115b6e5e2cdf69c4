import type { FastifyRequest } from 'fastify'
import type { Device } from '../identity/device.ts'
import { networkOf } from './network-of.ts'

/** The device that sent a request. */
export function deviceOf({ ip, headers }: FastifyRequest): Device {
  return {
    address: ip,
    network: networkOf(ip),
    userAgent: headers['user-agent'] ?? null,
    cookies: headers.cookie ?? null,
  }
}
