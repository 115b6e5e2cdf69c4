import { expect, test } from 'vitest'
import { holdEvents, holdStates, holdTransitions } from '../../contract/payments/hold-states.ts'

/** The page about hold states, generated from the server's transition table. */
function drawPage(): string {
  const arrows = holdStates.flatMap((state) => {
    const eventsTo = Map.groupBy(holdEvents, (event) => {
      const outcome = holdTransitions[state][event]
      return typeof outcome === 'string' ? null : outcome.to
    })
    return [...eventsTo].flatMap(([to, events]) =>
      to === null || to === state ? [] : [`  ${state} --> ${to}: ${events.join(', ')}`],
    )
  })
  const rows = holdStates.flatMap((state) =>
    holdEvents.flatMap((event) => {
      const outcome = holdTransitions[state][event]
      if (typeof outcome === 'string') return []
      const { to, movements, effects } = outcome
      return [`| ${state} | ${event} | ${to} | ${movements.join(', ')} | ${effects.join(', ')} |`]
    }),
  )
  return [
    '# The states of a hold',
    '',
    'Drawn from `contract/payments/hold-states.ts`, the table by which the server changes a hold. A test compares this page',
    'with the table: `npx vitest run --project unit tests/house/hold-states-page.test.ts -u` draws it anew.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> requested',
    ...arrows,
    '```',
    '',
    'Every transition with its ledger rows and effects. Any other event leaves a hold unchanged, or is a bug and refused.',
    '',
    '| state | event | next state | ledger rows | effects |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

test('the page about hold states matches the transition table', async () => {
  await expect(drawPage()).toMatchFileSnapshot('../../docs/hold-states.md')
})
