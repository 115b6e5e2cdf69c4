import * as z from 'zod/mini'
import { byId, byShop, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { photoBytes } from '../limits.ts'
import {
  newMileage,
  newSignOff,
  newChecklistMark,
  newWorkEvent,
  newWorkNote,
  workPhoto,
  workPhotoKinds,
} from './work-order.ts'
import { pageSizeQuery, sheet, sheetMail } from './sheets.ts'
import { linkedSignOff, linkedWork, ownWork, signOffLink } from './sign-off.ts'
import { assignment, technician, workJob, workQuery } from './work.ts'

const workRefusals = ['not_found', 'appointment_cancelled', 'appointment_not_changeable'] as const
const signRefusals = ['work_not_possible', 'already_signed', 'wording_changed'] as const

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
  'work.find': {
    summary: 'One job with its work order; for technicians of today or their own',
    params: byId,
    reply: workJob,
    refusals: ['not_found'],
  },
  'work.recordEvent': {
    summary: 'Bring the work into its next state, or back. Requests with the same id count once',
    params: byId,
    body: newWorkEvent,
    reply: workJob,
    refusals: [...workRefusals, 'work_changed', 'work_not_possible', 'request_changed'],
  },
  'work.addNote': {
    summary: 'Write a note about the job, for the shop or for the customer too',
    params: byId,
    body: newWorkNote,
    reply: workJob,
    refusals: [...workRefusals, 'request_changed', 'too_many_notes'],
  },
  'work.recordMileage': {
    summary: 'Record the odometer',
    params: byId,
    body: newMileage,
    reply: workJob,
    refusals: [...workRefusals, 'already_signed', 'request_changed'],
  },
  'work.markChecklist': {
    summary: 'Tick an item of the checklist, or take the tick back',
    params: byId,
    body: newChecklistMark,
    reply: workJob,
    refusals: [...workRefusals, 'already_signed', 'request_changed'],
  },
  'work.addPhoto': {
    summary: 'Add a photo to the work order: the body is the JPEG or PNG file, 12 MB at most',
    params: byId,
    query: z.object({ kind: z.enum(workPhotoKinds) }),
    bodyBytes: photoBytes,
    reply: workPhoto,
    status: 201,
    refusals: [...workRefusals, 'too_many_photos', 'photo_not_readable', 'too_many_requests'],
  },
  'work.findSheet': {
    summary: 'The work order of an appointment as the content of its sheet',
    params: byId,
    reply: sheet,
    refusals: ['not_found'],
  },
  'work.downloadSheet': {
    summary: 'The work order of an appointment as PDF',
    params: byId,
    query: pageSizeQuery,
    reply: z.string(),
    replyType: 'application/pdf',
    refusals: ['not_found', 'too_many_requests'],
  },
  'work.findReceipt': {
    summary: 'The receipt of a paid appointment as the content of its sheet',
    params: byId,
    reply: sheet,
    refusals: ['not_found', 'not_paid'],
  },
  'work.downloadReceipt': {
    summary: 'The receipt of a paid appointment as PDF',
    params: byId,
    query: pageSizeQuery,
    reply: z.string(),
    replyType: 'application/pdf',
    refusals: ['not_found', 'not_paid', 'too_many_requests'],
  },
  'work.findOwn': {
    summary: 'The work on an own car: its state, the notes for the customer, the photos and the signature',
    params: byId,
    reply: ownWork,
    refusals: ['not_found'],
  },
  'work.downloadOwnReceipt': {
    summary: 'The receipt of an own paid appointment as PDF',
    params: byId,
    query: pageSizeQuery,
    reply: z.string(),
    replyType: 'application/pdf',
    refusals: ['not_found', 'not_paid', 'too_many_requests'],
  },
  'work.mailSheet': {
    summary: 'Mail the work order or the receipt of an appointment to its customer as PDF',
    params: byId,
    body: sheetMail,
    reply: done,
    refusals: [...workRefusals, 'not_paid', 'email_missing', 'address_not_confirmed', 'too_many_requests'],
  },
  'work.sign': {
    summary: 'Keep the signature that the customer gave on a device of the shop',
    params: byId,
    body: newSignOff,
    reply: workJob,
    refusals: [...workRefusals, ...signRefusals],
  },
  'work.findLinked': {
    summary: 'The work behind the link to sign it',
    body: signOffLink,
    reply: linkedWork,
    refusals: ['link_not_valid', 'too_many_requests'],
  },
  'work.signByLink': {
    summary: 'Sign by the link of a mail or text that the work is done',
    body: linkedSignOff,
    reply: linkedWork,
    refusals: ['link_not_valid', 'phone_not_matching', 'too_many_requests', ...signRefusals],
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
