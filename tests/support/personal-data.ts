/**
 * The texts of a table by their meaning for a person. `exported`: the place in the file of own data, or the
 * reason for none. `forgotten`: columns that a deletion of the account empties, replaces or deletes with
 * their rows. `kept`: columns that stay about a deleted account, with the reason. `impersonal`: columns that
 * say nothing about a person: states, kinds and ids of our own or of a provider.
 */
export type PersonalTable = {
  exported: `data:${string}` | `none: ${string}`
  forgotten?: readonly string[]
  kept?: Readonly<Record<string, string>>
  impersonal?: readonly string[]
}

const deletedUser = 'The row of a deleted account has no name and no address.'
const tradeRecord = 'A record of money or of a trade; it names the row of the deleted account alone.'
const shopRecord = 'A shop is suspended and its history stays with the administrators.'
const ownKeys = 'none: A technical key or digest without a meaning for its owner.'

export const personalTables: Readonly<Record<string, PersonalTable>> = {
  users: {
    exported: 'data:profile',
    forgotten: ['name', 'email', 'image'],
    kept: { id: deletedUser, role: deletedUser },
  },
  accounts: {
    exported: 'data:signIns',
    forgotten: ['id', 'user_id', 'provider_id', 'account_id', 'password', 'scope'],
    impersonal: ['access_token', 'refresh_token', 'id_token'],
  },
  sessions: {
    exported: 'data:sessions',
    forgotten: ['id', 'user_id', 'token', 'ip_address', 'user_agent', 'passkey_id'],
  },
  verifications: { exported: ownKeys, forgotten: ['id', 'identifier', 'value'] },
  rate_limits: {
    exported: 'none: Counts of calls, kept for hours.',
    kept: { key: 'Names the row of the deleted account, for hours.' },
    impersonal: ['id'],
  },
  password_reset_requests: { exported: 'none: Kept until the mail is sent.', forgotten: ['email'] },
  email_codes: {
    exported: 'none: Kept until an hour after the code has expired.',
    forgotten: ['email', 'code_hash'],
  },
  two_factors: {
    exported: 'data:secondFactor',
    forgotten: ['id', 'user_id', 'secret', 'backup_codes'],
  },
  passkeys: {
    exported: 'data:passkeys',
    forgotten: [
      'id',
      'user_id',
      'name',
      'public_key',
      'credential_id',
      'device_type',
      'transports',
      'aaguid',
    ],
  },
  spent_tokens: { exported: ownKeys, impersonal: ['digest'] },
  provider_customers: { exported: ownKeys, forgotten: ['user_id', 'provider_customer_id'] },
  provider_deletions: {
    exported: 'none: Written by the deletion of the account.',
    forgotten: ['user_id', 'provider_customer_id', 'email'],
  },
  appointments: {
    exported: 'data:appointments',
    forgotten: [
      'customer_name',
      'customer_email',
      'customer_phone',
      'vehicle_vin',
      'cancellation_reason',
      'fitment_override',
      'search_text',
      'find_text',
    ],
    kept: {
      customer_id: tradeRecord,
      technician_id: deletedUser,
      booked_by: deletedUser,
      confirmation_actor_id: deletedUser,
      payer_id: tradeRecord,
      vehicle_make: tradeRecord,
      vehicle_model: tradeRecord,
    },
    impersonal: ['state', 'pays_by', 'confirmed_by', 'work_state'],
  },
  calendar_feeds: {
    exported: ownKeys,
    forgotten: ['user_id', 'kind', 'secret_hash'],
  },
  block_series: {
    exported: 'none: A record of the acts of staff.',
    kept: { created_by: deletedUser, reason: shopRecord },
  },
  blocks: {
    exported: 'none: A record of the acts of staff.',
    kept: { created_by: deletedUser, removed_by: deletedUser, reason: shopRecord },
    impersonal: ['state'],
  },
  guests: {
    exported: 'none: The row behind appointments that a shop booked, which are in the file.',
    forgotten: ['email'],
    kept: { user_id: tradeRecord, claimed_by: deletedUser },
  },
  shop_payments: {
    exported: 'data:appointments',
    kept: { actor_id: tradeRecord },
    impersonal: ['method'],
  },
  price_lines: {
    exported: 'data:appointments',
    kept: { description: tradeRecord, actor_id: deletedUser, removed_by: deletedUser },
    impersonal: ['kind'],
  },
  price_agreements: {
    exported: 'data:appointments',
    forgotten: ['signer_name', 'strokes'],
    kept: { wording: tradeRecord, lines: tradeRecord, actor_id: deletedUser },
    impersonal: ['agreed_via'],
  },
  hold_increments: {
    exported: 'none: Steps of a request to the card provider; the held amount is in the file.',
    kept: { actor_id: deletedUser },
    impersonal: ['status'],
  },
  refunds: {
    exported: 'data:appointments',
    kept: { reason: tradeRecord, actor_id: deletedUser },
    impersonal: ['status', 'provider_refund_id'],
  },
  order_requests: {
    exported: ownKeys,
    forgotten: ['customer_id', 'idempotency_key', 'order_digest'],
  },
  holds: {
    exported: 'data:appointments',
    kept: {
      card_brand: tradeRecord,
      card_last_four: tradeRecord,
      card_wallet: tradeRecord,
      payment_method_id: tradeRecord,
      consent_button: tradeRecord,
      consent_text: tradeRecord,
    },
    impersonal: ['provider_intent_id', 'status', 'refusal_sentence', 'purpose'],
  },
  ledger: {
    exported: 'data:appointments',
    kept: { actor_id: tradeRecord },
    impersonal: ['movement', 'provider_reference'],
  },
  disputes: {
    exported: 'data:appointments',
    impersonal: ['id', 'provider_intent_id', 'provider_charge_id', 'status', 'reason'],
  },
  provider_events: {
    exported: 'none: News of the card provider about payments.',
    impersonal: ['id', 'type', 'provider_intent_id', 'dispute'],
  },
  evidence_downloads: {
    exported: 'none: A record of the acts of administrators.',
    kept: { actor_id: tradeRecord },
  },
  contact_changes: {
    exported: 'data:appointments',
    forgotten: ['field', 'value_before', 'value_after', 'actor_id'],
  },
  appointment_moves: {
    exported: 'none: A record of the acts of staff. The appointment has its time.',
    kept: { actor_id: tradeRecord },
  },
  contacts: {
    exported: 'data:contacts',
    forgotten: ['name', 'phone', 'email', 'user_id', 'find_text'],
    kept: { created_by: deletedUser },
  },
  contact_notes: {
    exported: 'data:contacts',
    forgotten: ['text'],
    kept: { author_id: deletedUser },
  },
  contact_vehicles: {
    exported: 'data:contacts',
    forgotten: ['vehicle_vin', 'find_text'],
    kept: { added_by: deletedUser },
    impersonal: ['vehicle_make', 'vehicle_model'],
  },
  contact_merges: {
    exported: 'none: A record of the acts of a shop; the records themselves are exported.',
    forgotten: [
      'name_before',
      'phone_before',
      'email_before',
      'user_before',
      'name_after',
      'phone_after',
      'email_after',
    ],
    kept: { merged_by: deletedUser, undone_by: deletedUser },
  },
  fitment_photos: { exported: 'data:photos', impersonal: ['storage_key'] },
  work_events: {
    exported: 'data:appointments',
    kept: { actor_id: deletedUser },
    impersonal: ['event', 'from_state', 'to_state'],
  },
  work_notes: {
    exported: 'data:appointments',
    forgotten: ['body'],
    kept: { author_id: deletedUser },
    impersonal: ['kind'],
  },
  mileage_readings: { exported: 'data:appointments', kept: { actor_id: deletedUser } },
  checklist_marks: {
    exported: 'none: Steps of the work on a car.',
    kept: { actor_id: deletedUser },
    impersonal: ['item'],
  },
  work_photos: {
    exported: 'data:photos',
    kept: { actor_id: deletedUser },
    impersonal: ['storage_key', 'kind'],
  },
  sign_offs: {
    exported: 'data:appointments',
    forgotten: ['signer_name', 'wording', 'strokes'],
    kept: { actor_id: deletedUser },
    impersonal: ['signed_via'],
  },
  funnel_counts: { exported: 'none: Numbers of visits, about no person.', impersonal: ['step', 'source'] },
  photo_deletions: { exported: ownKeys, impersonal: ['storage_key'] },
  customer_addresses: { exported: 'data:otherAddresses', forgotten: ['user_id', 'email'] },
  card_attempts: {
    exported: 'data:againstAbuse.cardAttempts',
    forgotten: ['account_id'],
    kept: {
      network: 'Limits against card testing count it for 30 days; it names no account any more.',
      fingerprint: 'Limits against card testing count it for 30 days; it names no account any more.',
    },
    impersonal: ['outcome'],
  },
  claim_networks: { exported: 'data:againstAbuse.orders', forgotten: ['customer_id', 'network'] },
  customer_limit_hits: {
    exported: 'data:againstAbuse.limitsHit',
    forgotten: ['customer_id', 'network', 'limit_name'],
  },
  customer_decisions: {
    exported: 'data:againstAbuse.decisions',
    forgotten: ['reason'],
    kept: { customer_id: deletedUser, actor_id: 'A record of the acts of administrators.' },
    impersonal: ['decision', 'limit_name'],
  },
  texts: {
    exported: 'data:texts',
    forgotten: ['phone', 'body', 'once_key', 'provider_sid'],
    kept: { actor_id: deletedUser },
    impersonal: ['kind', 'direction', 'state'],
  },
  text_consents: {
    exported: 'data:texts',
    forgotten: ['phone', 'wording', 'actor_id'],
    impersonal: ['source', 'withdrawn_by'],
  },
  text_stops: {
    exported: 'data:texts',
    kept: { phone: 'A phone that replied STOP gets no text, also when its number has a new owner.' },
  },
  text_events: {
    exported: 'none: Emptied as soon as they are handled.',
    forgotten: ['fields'],
    impersonal: ['key', 'kind'],
  },
  waiting_list: { exported: 'data:appointments' },
  outbox: {
    exported: 'data:mails',
    forgotten: ['recipient', 'payload', 'last_error'],
    kept: { actor_id: deletedUser },
    impersonal: ['kind', 'withheld', 'reply_to'],
  },
  mail_counts: { exported: ownKeys, kept: { mailbox: 'A digest of the address, kept for a day.' } },
  shops: {
    exported: 'data:shops',
    forgotten: [
      'owner_id',
      'payout_method',
      'phone',
      'license_number',
      'warranty',
      'parking',
      'waiting_room',
      'shuttle',
      'contact_email',
    ],
    kept: {
      business_name: shopRecord,
      address: shopRecord,
      matched_address: shopRecord,
      status_reason: shopRecord,
    },
    impersonal: ['time_zone', 'status', 'text_number', 'week_starts_on'],
  },
  bays: { exported: 'data:shops', kept: { name: shopRecord } },
  shop_closures: { exported: 'data:shops', kept: { reason: shopRecord } },
  payout_details: { exported: 'data:shops', forgotten: ['field', 'sealed', 'last_four'] },
  payouts: {
    exported: 'none: Payments to a shop, on its statements.',
    kept: {
      reference: 'Names a bank transfer to a shop.',
      reason: 'A record of the acts of administrators.',
      actor_id: deletedUser,
    },
    impersonal: ['kind'],
  },
  shop_change_requests: {
    exported: 'data:shops',
    kept: {
      business_name: shopRecord,
      address: shopRecord,
      matched_address: shopRecord,
      requested_by: deletedUser,
      decided_by: 'A record of the acts of administrators.',
      reason: shopRecord,
    },
    impersonal: ['time_zone', 'outcome'],
  },
  shop_members: { exported: 'data:shops', forgotten: ['user_id', 'role', 'muted_mails'] },
  shop_day_mails: { exported: 'none: The days of mails, about no person.', impersonal: ['kind'] },
  shop_invitations: {
    exported: 'none: Kept for 30 days after it was answered or has expired.',
    forgotten: ['email', 'role', 'accepted_by', 'token_digest'],
    kept: { invited_by: deletedUser },
  },
  shop_changes: {
    exported: 'none: The shop reads its audit trail in Appointment Management.',
    kept: { old_value: shopRecord, new_value: shopRecord, actor_id: deletedUser },
    impersonal: ['setting'],
  },
  fitment_versions: {
    exported: 'none: A record of the acts of administrators.',
    kept: { created_by: 'A record of the acts of administrators.' },
    impersonal: ['reason'],
  },
  fitment_generations: {
    exported: 'none: Facts about cars.',
    kept: { checked_by: 'A record of the acts of administrators.' },
    impersonal: [
      'id',
      'make',
      'model',
      'chassis',
      'not_sold',
      'vin_patterns',
      'question_ids',
      'confidence',
      'sources',
      'shop_note',
    ],
  },
  fitment_head_units: {
    exported: 'none: Facts about cars.',
    impersonal: ['id', 'generation_id', 'name', 'car_play', 'android_auto', 'recognized_by', 'answers'],
  },
  fitment_questions: { exported: 'none: Facts about cars.', impersonal: ['id', 'text', 'answers'] },
  fitment_rules: {
    exported: 'none: Facts about cars.',
    impersonal: [
      'id',
      'generation_id',
      'head_unit_id',
      'question_id',
      'answer_value',
      'outcome',
      'customer_note',
      'shop_note',
      'confidence',
      'sources',
    ],
  },
  fitment_verdicts: {
    exported: 'data:appointments',
    forgotten: ['reason', 'conditions'],
    kept: { decided_by: deletedUser },
    impersonal: ['generation_id', 'head_unit_id', 'rule_ids', 'answers', 'outcome'],
  },
  fitment_reviews: {
    exported: 'data:fitmentReviews',
    forgotten: ['contact_name', 'contact_email', 'vehicle_vin', 'photo_asked_note', 'note'],
    kept: {
      customer_id: tradeRecord,
      vehicle_make: tradeRecord,
      vehicle_model: tradeRecord,
      answered_by: deletedUser,
    },
    impersonal: ['answers', 'reason', 'outcome'],
  },
  fitment_outcomes: {
    exported: 'none: The shop’s record of its own work.',
    forgotten: ['note'],
    kept: { recorded_by: deletedUser },
    impersonal: ['outcome', 'head_unit_id'],
  },
  geocoded_addresses: {
    exported: 'none: Answers of the maps provider by digest; they name no person.',
    impersonal: ['address_digest', 'answer'],
  },
  packages: {
    exported: 'none: The catalog.',
    impersonal: ['name', 'main_feature', 'features', 'image_url'],
  },
}
