import { useState, type ReactNode } from 'react'
import type { Attention, AttentionItem } from '../../contract/admin/attention.ts'
import { formatCents } from '../../contract/money.ts'
import { useMay } from '../identity/standing.ts'
import { paths } from '../paths.ts'
import { suspectWords } from './admin-words.ts'
import { countListed, problemsOf } from './attention-words.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useSettledRows } from '../ui/use-settled-rows.ts'
import { formatMoment } from './admin-words.ts'
import { FeeActions } from './fee-actions.tsx'
import { ReturnPayment } from './return-payment.tsx'
import { openAppointment } from './open-appointment.ts'
import { StrangersText } from './strangers-text.tsx'
import { useAskForCard, useResendMail, useSkipBlock, type RepairOutcome } from './use-repairs.ts'

/** Items shown before the rest is expanded. */
const shownAtFirst = 3

type AttentionItemsProps = { attention: Attention; showsShop: boolean }

/** Each kind of item with its sentence and, where one action fixes it, the button. */
export function AttentionItems({ attention, showsShop }: AttentionItemsProps) {
  const {
    pendingShops,
    pendingShopChanges,
    withheldMails,
    mailOutage,
    strayDisputes,
    strangersTexts,
    cardAlarm,
  } = attention
  const { items } = problemsOf(attention)
  const { listed, all } = countListed(attention)
  const suspects = suspectWords(attention)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? items : items.slice(0, shownAtFirst)
  const settled = useSettledRows(shown.map((item) => `${item.appointmentId} ${item.reason} ${item.mailId}`))
  return (
    <div className="grid gap-3">
      <ul {...settled} className="grid">
        {mailOutage && <MailOutage {...mailOutage} />}
        {cardAlarm && <CardAlarm {...cardAlarm} />}
        {withheldMails > 0 && (
          <li className="mb-2 rounded-control bg-info-soft px-4 py-2.5 font-medium text-info">
            {withheldMails === 1 ? '1 email was' : `${withheldMails} emails were`} held back in the last 24
            hours because an address reached its limit. The log lists them.
          </li>
        )}
        {strayDisputes.map((dispute) => (
          <StrayDispute key={dispute.id} {...dispute} />
        ))}
        {pendingShops > 0 && (
          <ShopsToDecide>
            {pendingShops === 1
              ? '1 shop is waiting for approval.'
              : `${pendingShops} shops are waiting for approval.`}
          </ShopsToDecide>
        )}
        {pendingShopChanges > 0 && (
          <ShopsToDecide>
            {pendingShopChanges === 1
              ? '1 shop requested a new name or address.'
              : `${pendingShopChanges} shops requested a new name or address.`}
          </ShopsToDecide>
        )}
        {suspects.length > 0 && (
          <li className="mb-2 flex flex-wrap items-center justify-between gap-3 rounded-control bg-info-soft px-4 py-2.5">
            <p className="font-medium text-info">{suspects.join(', ')}.</p>
            <ButtonLink href={paths.adminView('customers')} variant="secondary" size="small">
              View customers
            </ButtonLink>
          </li>
        )}
        {strangersTexts.map((text) => (
          <StrangersText key={text.id} text={text} showsShop={showsShop} />
        ))}
        {shown.map((item) => (
          <Item
            key={`${item.appointmentId} ${item.reason} ${item.mailId}`}
            item={item}
            showsShop={showsShop}
          />
        ))}
      </ul>
      {items.length > shownAtFirst && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <Button variant="secondary" size="small" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${listed}`}
          </Button>
          {all > listed && (
            <span>
              The {listed} most urgent of {all}.
            </span>
          )}
        </div>
      )}
    </div>
  )
}

function ShopsToDecide({ children }: { children: ReactNode }) {
  return (
    <li className="mb-2 flex flex-wrap items-center justify-between gap-3 rounded-control bg-info-soft px-4 py-2.5">
      <p className="font-medium text-info">{children}</p>
      <ButtonLink href={paths.adminView('shops')} variant="secondary" size="small">
        View shops
      </ButtonLink>
    </li>
  )
}

function MailOutage({ since, reason }: NonNullable<Attention['mailOutage']>) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (
    <li className="mb-2 rounded-control bg-bad-soft px-4 py-2.5 text-bad wrap-anywhere">
      <p className="font-medium">
        The mail server hasn’t accepted any email since {formatMoment(since, timeZone)}. We keep every email
        and send it once the server accepts it. Check SMTP_URL and the mail server.
      </p>
      <p className="mt-1 text-sm">Last response: {reason}</p>
    </li>
  )
}

function StrayDispute({ id, amountCents, answerBy }: Attention['strayDisputes'][number]) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (
    <li className="mb-2 rounded-control bg-bad-soft px-4 py-2.5 font-medium text-bad [overflow-wrap:anywhere]">
      A payment of {formatCents(amountCents)} that we have no record of is disputed ({id}). Review it in the
      card provider’s dashboard{answerBy === null ? '.' : ` by ${formatMoment(answerBy, timeZone)}.`}
    </li>
  )
}

function CardAlarm({ refused, answered, since }: NonNullable<Attention['cardAlarm']>) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (
    <li className="mb-2 rounded-control bg-bad-soft px-4 py-2.5 text-bad">
      <p className="font-medium">
        Banks declined {refused} of {answered} cards since {formatMoment(since, timeZone)}. Someone may be
        testing stolen cards. Check the card provider’s dashboard.
      </p>
    </li>
  )
}

function Item({ item, showsShop }: { item: AttentionItem; showsShop: boolean }) {
  const [outcome, setOutcome] = useState<RepairOutcome | null>(null)
  const mayAnswer = useMay('dispute.answer')
  const { appointmentId, timeZone, customerName, customerPhone, askedAt } = item
  const isMended = outcome?.ok === true
  return (
    <li className="grid gap-x-6 gap-y-2.5 border-b border-line py-3.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0 text-ui wrap-anywhere">
        <p className="font-medium">{item.sentence}</p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-sm text-muted">
          <button
            type="button"
            onClick={() => openAppointment(appointmentId)}
            className="text-left text-link underline underline-offset-4 hover:no-underline"
          >
            <bdi>{customerName}</bdi>, {formatMoment(item.appointmentDate, timeZone)}
          </button>
          <PhoneLink phone={customerPhone} />
          {showsShop && <bdi>{item.shopName}</bdi>}
          {item.since !== null && <span>Since {formatMoment(item.since, timeZone)}</span>}
          {item.answerBy !== null && (
            <span className="font-medium text-warn">
              {mayAnswer ? 'Answer by' : 'Bank’s deadline:'} {formatMoment(item.answerBy, timeZone)}
            </span>
          )}
          {askedAt !== null && !isMended && <span>Requested {formatMoment(askedAt, timeZone)}</span>}
        </p>
        <output
          className={classNames(
            'block text-sm font-medium',
            outcome && 'mt-1.5',
            isMended ? 'text-good' : 'text-bad',
          )}
        >
          {outcome?.sentence}
        </output>
      </div>
      {!isMended && <Repair item={item} onOutcome={setOutcome} />}
    </li>
  )
}

type RepairProps = { item: AttentionItem; onOutcome: (outcome: RepairOutcome) => void }

function Repair({ item, onOutcome }: RepairProps) {
  const mayAsk = useMay('appointment.askForCard')
  const mayResend = useMay('mail.resend')
  const mayReview = useMay('fitment.review')
  if (item.repair === 'ask_for_card' && mayAsk)
    return <AskAgain id={item.appointmentId} onOutcome={onOutcome} />
  if (item.repair === 'resend_mail' && mayResend && item.mailId !== null)
    return <SendAgain mailId={item.mailId} onOutcome={onOutcome} />
  if (item.reason === 'fitment_unanswered' && mayReview)
    return (
      <ButtonLink href={paths.fitmentCheck(item.appointmentId)} variant="secondary" size="small">
        Open the check
      </ButtonLink>
    )
  if (item.blockId !== undefined)
    return <BlockedJob item={item} blockId={item.blockId} onOutcome={onOutcome} />
  if (item.reason === 'text_unread')
    return (
      <Button variant="secondary" size="small" onClick={() => openAppointment(item.appointmentId)}>
        Read<span className="sr-only"> the messages of {item.customerName}</span>
      </Button>
    )
  if (item.reason === 'no_show' || item.reason === 'fee_due')
    return (
      <FeeActions
        id={item.appointmentId}
        feeCents={item.feeCents ?? null}
        of={item.reason === 'no_show' ? 'no_show' : 'due'}
        onOutcome={onOutcome}
      />
    )
  if (item.leftAtShopCents !== undefined)
    return (
      <ReturnPayment id={item.appointmentId} leftAtShopCents={item.leftAtShopCents} onOutcome={onOutcome} />
    )
  if (item.reason === 'does_not_fit')
    return (
      <Button variant="secondary" size="small" onClick={() => openAppointment(item.appointmentId)}>
        Move<span className="sr-only"> {item.customerName}</span>
      </Button>
    )
  return null
}

/** A job in the time of a weekly block: it moves, or the block is skipped on its day. */
function BlockedJob({ item, blockId, onOutcome }: RepairProps & { blockId: string }) {
  const { busy, skip } = useSkipBlock(blockId, onOutcome)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" busy={busy} busyText="Skipping..." onClick={skip}>
        Skip the block
      </Button>
      <Button variant="secondary" size="small" onClick={() => openAppointment(item.appointmentId)}>
        Move<span className="sr-only"> {item.customerName}</span>
      </Button>
    </div>
  )
}

function AskAgain({ id, onOutcome }: { id: string; onOutcome: RepairProps['onOutcome'] }) {
  const { busy, ask } = useAskForCard(id, onOutcome)
  return (
    <Button variant="secondary" size="small" busy={busy} busyText="Asking..." onClick={ask}>
      Ask for the card again
    </Button>
  )
}

function SendAgain({ mailId, onOutcome }: { mailId: string; onOutcome: RepairProps['onOutcome'] }) {
  const { busy, resend } = useResendMail(mailId, onOutcome)
  return (
    <Button variant="secondary" size="small" busy={busy} busyText="Sending..." onClick={resend}>
      Send again
    </Button>
  )
}
