import { Plus } from 'lucide-react'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { questionsOf } from './landing-words.ts'

/** FAQ with native details elements, so that it works without scripts. */
export function Questions({ packages }: { packages: readonly InstallationPackage[] }) {
  return (
    <section
      aria-labelledby="questions"
      className="mx-auto grid w-full max-w-6xl gap-5 px-4 py-8 sm:px-6 sm:py-28 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-16"
    >
      <h2
        id="questions"
        className="font-headline text-3xl leading-tight font-semibold sm:text-5xl sm:leading-[1.1]"
      >
        Questions, answered
      </h2>
      <div className="border-b border-line">
        {questionsOf(packages).map(({ question, answer }) => (
          <details key={question} className="group border-t border-line">
            <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-6 py-2 font-medium sm:min-h-16 sm:py-4 sm:text-lg transition-colors hover:text-link [&::-webkit-details-marker]:hidden">
              {question}
              <Plus
                className="size-5 shrink-0 text-ember transition-transform group-open:rotate-45"
                aria-hidden="true"
              />
            </summary>
            <p className="max-w-[60ch] pb-5 text-muted sm:pb-6 sm:text-lg">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
