import { useRef, useState } from 'react'
import { Download, Upload } from 'lucide-react'
import type { FitmentDataReply, ProposedChange } from '../../../contract/fitment/changed-data.ts'
import { fitmentData } from '../../../contract/fitment/fitment-data.ts'
import { readRulesCsv } from '../../../contract/fitment/rules-csv.ts'
import { mostFitmentBytes } from '../../../contract/limits.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SaveDialog } from './save-dialog.tsx'

type Import = { name: string; baseVersion: number; change: ProposedChange }

/** A file as a change, or a sentence why it is none. */
async function readFile(file: File): Promise<{ change: ProposedChange } | { problem: string }> {
  if (file.size > mostFitmentBytes)
    return { problem: 'This file is too large. An import takes 2 MB at most.' }
  const text = await file.text()
  if (!text.trimStart().startsWith('{')) {
    const read = readRulesCsv(text)
    return 'problem' in read ? read : { change: { kind: 'rules', rules: read.rules } }
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { problem: 'This file is not valid JSON.' }
  }
  const parsed = fitmentData.safeParse(json)
  if (parsed.success) return { change: { kind: 'data', data: parsed.data } }
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  return {
    problem:
      path === ''
        ? 'This file is not an export of fitment data.'
        : `This file isn’t in the export format. Check ${path}.`,
  }
}

/** Export of the data in force, and import of a file with preview and reason. */
export function DataFiles({ current }: { current: FitmentDataReply }) {
  const input = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<Import | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    const read = await readFile(file)
    if ('problem' in read) setProblem(`${file.name}: ${read.problem}`)
    else setAsked({ name: file.name, baseVersion: current.version, change: read.change })
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.fitmentJson} download variant="secondary" size="small">
          <Download className="size-4" aria-hidden="true" />
          All data (JSON)
        </ButtonLink>
        <ButtonLink href={paths.fitmentRulesCsv} download variant="secondary" size="small">
          <Download className="size-4" aria-hidden="true" />
          Rules (CSV)
        </ButtonLink>
        <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
          <Upload className="size-4" aria-hidden="true" />
          Import a file
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="File to import"
          tabIndex={-1}
          accept=".json,.csv,application/json,text/csv"
          className="sr-only"
          onChange={(event) => {
            void choose(event.target.files?.[0])
            // The same file again is a new choice.
            event.target.value = ''
          }}
        />
      </div>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      {asked !== null && (
        <SaveDialog
          title={`Import ${asked.name}`}
          current={current}
          baseVersion={asked.baseVersion}
          change={asked.change}
          onRebase={() => setAsked({ ...asked, baseVersion: current.version })}
          onClose={() => setAsked(null)}
          onSaved={() => setAsked(null)}
        >
          <p>
            {asked.change.kind === 'data'
              ? 'The file replaces all generations, head units, questions and rules.'
              : 'The file replaces all rules. Rules missing from the file are removed.'}
          </p>
        </SaveDialog>
      )}
    </div>
  )
}
