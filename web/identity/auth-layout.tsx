import type { ReactNode } from 'react'

/** What leads into an account, beside a dashboard at dusk where there is room for one. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      {/* The form begins where the header does: 105 % of this column is half of the window. */}
      <div className="min-w-0 lg:pl-[max(0px,calc(105%-36rem))] lg:*:mx-0">{children}</div>
      <div aria-hidden="true" className="relative overflow-hidden bg-sunken max-lg:hidden">
        <img
          src="/pictures/cockpit-at-dusk.svg"
          alt=""
          width={2000}
          height={1120}
          // A phone has no place for it, and does not fetch it.
          loading="lazy"
          className="absolute inset-0 size-full object-cover object-[72%_100%]"
        />
      </div>
    </div>
  )
}
