import type { FastifyRequest } from 'fastify'
import type { Device } from '../identity/sessions/device.ts'
import { networkOf } from './network-of.ts'

export function deviceOf({ ip, headers }: FastifyRequest): Device {
  return {
    address: ip,
    network: networkOf(ip),
    userAgent: headers['user-agent'] ?? null,
    cookies: headers.cookie ?? null,
  }
}
