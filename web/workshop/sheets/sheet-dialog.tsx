import { createPortal } from 'react-dom'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Mail, Printer } from 'lucide-react'
import type { SheetKind } from '../../../contract/workshop/sheets.ts'
import { addressNotConfirmed } from '../../../contract/workshop/sheet-words.ts'
import { call } from '../../api/client.ts'
import { problemWords } from '../../api/problem-words.ts'
import { useMay } from '../../identity/standing.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Mailing } from './mailing.ts'
import { SheetView } from './sheet-view.tsx'

type SheetDialogProps = { id: string; kind: SheetKind; mailing: Mailing; onClose: () => void }

const titles: Record<SheetKind, string> = { work_order: 'Work order', receipt: 'Receipt' }

/** A sheet of an appointment on screen: to print, to save as PDF and to mail to the customer. */
export function SheetDialog({ id, kind, mailing, onClose }: SheetDialogProps) {
  const mayMail = useMay('receipt.read')
  const sheet = useQuery({
    queryKey: ['sheet', id, kind],
    queryFn: ({ signal }) =>
      call(kind === 'receipt' ? 'work.findReceipt' : 'work.findSheet', { params: { id }, signal }),
    gcTime: 0,
    staleTime: 0,
  })
  const sending = useMutation({
    mutationFn: () => call('work.mailSheet', { params: { id }, body: { kind } }),
  })
  const path =
    kind === 'receipt'
      ? `/api/admin/appointments/${encodeURIComponent(id)}/receipt.pdf`
      : `/api/work/${encodeURIComponent(id)}/sheet.pdf`
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={titles[kind]}
      footer={
        sheet.data && (
          <>
            {mailing === 'possible' && mayMail && (
              <Button
                variant="secondary"
                busy={sending.isPending}
                busyText="Sending..."
                disabled={sending.isSuccess}
                onClick={() => sending.mutate()}
              >
                <Mail className="size-4" aria-hidden="true" />
                Email to customer
              </Button>
            )}
            <ButtonLink href={path} variant="secondary" newTab>
              <Download className="size-4" aria-hidden="true" />
              PDF
            </ButtonLink>
            <Button onClick={() => window.print()}>
              <Printer className="size-4" aria-hidden="true" />
              Print
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {mailing === 'not_confirmed' && mayMail && (
          <p className="text-ui text-muted">{addressNotConfirmed}</p>
        )}
        {sending.isSuccess && <Alert tone="good">We’re emailing it to the customer.</Alert>}
        {sending.error && <Alert tone="bad">{problemWords(sending.error, 'Press the button again.')}</Alert>}
        <QueryState
          query={sheet}
          loading={`Loading the ${titles[kind].toLowerCase()}...`}
          shape={<Skeleton className="h-96" />}
        >
          {(content) => (
            <>
              <div className="overflow-hidden rounded-control border border-line">
                <SheetView sheet={content} />
              </div>
              {createPortal(
                <div data-print-sheet className="hidden print:block">
                  <SheetView sheet={content} />
                </div>,
                document.body,
              )}
            </>
          )}
        </QueryState>
      </div>
    </Dialog>
  )
}
