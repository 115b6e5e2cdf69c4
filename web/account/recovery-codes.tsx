import { createPortal } from 'react-dom'
import { Copy, Download, Printer } from 'lucide-react'
import { brandName } from '../../contract/brand.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.ts'

type RecoveryCodesProps = { codes: readonly string[]; email: string }

function sheetOf({ codes, email }: RecoveryCodesProps): string {
  return [
    `Recovery codes of ${email} at ${brandName}`,
    'Each code signs you in once instead of a code from your authenticator app.',
    '',
    ...codes,
    '',
  ].join('\n')
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Recovery codes copied' })
  } catch {
    toast({
      title: 'Couldn’t copy the codes',
      description: 'Select and copy the codes yourself, or download them.',
      variant: 'destructive',
    })
  }
}

function download(text: string): void {
  saveFile(new Blob([text], { type: 'text/plain' }), `${brandName.toLowerCase()}-recovery-codes.txt`)
}

/** New recovery codes with ways to save them. They are shown only once. */
export function RecoveryCodes(props: RecoveryCodesProps) {
  const { codes } = props
  const sheet = sheetOf(props)
  return (
    <div className="grid gap-4">
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-sunken px-4 py-4 font-mono text-ui"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={() => void copy(sheet)}>
          <Copy className="size-4" aria-hidden="true" />
          Copy
        </Button>
        <Button variant="secondary" size="small" onClick={() => download(sheet)}>
          <Download className="size-4" aria-hidden="true" />
          Download
        </Button>
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print
        </Button>
      </div>
      {createPortal(
        <pre
          data-print-sheet
          className="hidden bg-white p-8 font-mono text-base whitespace-pre-wrap text-black print:block"
        >
          {sheet}
        </pre>,
        document.body,
      )}
    </div>
  )
}
