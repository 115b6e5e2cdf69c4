import * as z from 'zod/mini'
import { byId, byShop, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { assignment, technician, workJob, workQuery } from './work.ts'

export const workshopEndpoints = {
  'work.list': {
    summary: 'The jobs of today at the shops where you work, and your own coming ones',
    query: workQuery,
    reply: z.array(workJob),
    refusals: [],
  },
  'work.take': {
    summary: 'Take a job that has no technician',
    params: byId,
    reply: workJob,
    refusals: ['not_found', 'job_taken', 'appointment_not_changeable'],
  },
  'work.leave': {
    summary: 'Give back a job of your own',
    params: byId,
    reply: workJob,
    refusals: ['not_found', 'appointment_not_changeable'],
  },
  'admin.listTechnicians': {
    summary: 'The people of a shop who can be named as technicians',
    params: byShop,
    reply: z.array(technician),
    refusals: ['not_found'],
  },
  'admin.assignTechnician': {
    summary: 'Name the technician of an appointment, or free it',
    params: byId,
    body: assignment,
    reply: done,
    refusals: ['not_found', 'not_a_member', 'appointment_not_changeable'],
  },
} as const satisfies EndpointDefinitions
