import type { FastifyInstance } from 'fastify'
export function registerStripeJs(_app: FastifyInstance): void {}
