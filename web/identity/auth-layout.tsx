import type { ReactNode } from 'react'

/** Layout of the sign-in pages: the form, beside a picture in a wide window. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      {/* The form aligns with the header: 105 % of this column is half of the window. */}
      <div className="min-w-0 lg:pl-[max(0px,calc(105%-36rem))] lg:*:mx-0">{children}</div>
      <div aria-hidden="true" className="relative overflow-hidden bg-sunken max-lg:hidden">
        <img
          src="/pictures/cockpit-at-dusk.svg"
          alt=""
          width={2000}
          height={1120}
          // Lazy, so that a phone, where it is hidden, does not load it.
          loading="lazy"
          className="absolute inset-0 size-full object-cover object-[72%_100%]"
        />
      </div>
    </div>
  )
}
