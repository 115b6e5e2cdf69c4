import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { WorkEvent, WorkState } from '../../contract/workshop/work-states.ts'
import type { NoteKind, WorkPhotoKind } from '../../contract/workshop/work-order.ts'

/** The tables of work orders and receipts (048-work-orders.sql, 049-receipts.sql). */
export type WorkTables = {
  work_events: {
    shop_id: number
    id: string
    appointment_id: string
    event: WorkEvent
    from_state: WorkState
    to_state: WorkState
    recorded_at: Date
    pressed_at: Date | null
    actor_id: string | null
    position: GeneratedAlways<number>
  }
  work_notes: {
    shop_id: number
    id: string
    appointment_id: string
    kind: NoteKind
    body: string
    written_at: Date
    author_id: string | null
  }
  mileage_readings: {
    shop_id: number
    id: string
    appointment_id: string
    mileage: number
    recorded_at: Date
    actor_id: string | null
  }
  checklist_marks: {
    shop_id: number
    id: string
    appointment_id: string
    item: string
    is_done: boolean
    marked_at: Date
    actor_id: string | null
  }
  work_photos: {
    shop_id: number
    id: string
    appointment_id: string
    kind: WorkPhotoKind
    storage_key: string
    bytes: number
    width: number
    height: number
    uploaded_at: Date
    actor_id: string | null
    deleted_at: Date | null
  }
  sign_offs: {
    shop_id: number
    id: Generated<string>
    appointment_id: string
    signer_name: string
    wording: string
    strokes: ColumnType<unknown, string, string>
    signed_at: Date
    signed_via: 'shop' | 'link'
    actor_id: string | null
    voided_at: Generated<Date | null>
  }
  receipt_counters: { shop_id: number; last_number: number }
  receipts: { shop_id: number; number: number; appointment_id: string }
}
