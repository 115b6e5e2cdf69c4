import { useState } from 'react'
import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { Alert } from './alert.tsx'
import { Avatar } from './avatar.tsx'
import { Badge } from './badge.tsx'
import { BarChart } from './bar-chart.tsx'
import { Button } from './button.tsx'
import { Calendar } from './calendar.tsx'
import { Card } from './card.tsx'
import { Checkbox } from './checkbox.tsx'
import { DateStrip } from './date-strip.tsx'
import { DateTimeField } from './date-time-field.tsx'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { PreviousDataQuery } from './previous-data-query.tsx'
import { TextField } from './field.tsx'
import { QrCode } from './qr-code.tsx'
import { QueryState } from './query-state.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Segmented } from './segmented.tsx'
import { SectionList } from './section-list.tsx'
import { SelectField } from './select-field.tsx'
import { Skeleton } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'
import { Stepper } from './stepper.tsx'
import { Switch } from './switch.tsx'
import { Table } from './table.tsx'
import { TimeGrid, TimeGridSkeleton } from './time-grid.tsx'
import { toast } from './toast.ts'

const days = [
  '2026-11-30',
  '2026-12-01',
  '2026-12-02',
  '2026-12-03',
  '2026-12-04',
  '2026-12-07',
  '2026-12-08',
]

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })

function FailingQuery() {
  const query = useQuery({
    queryKey: ['failing'],
    queryFn: () => Promise.reject(new Error('No connection.')),
  })
  return (
    <QueryState query={query} loading="Loading your shop...">
      {() => null}
    </QueryState>
  )
}

const bars = {
  categories: ['Nov 9', 'Nov 16', 'Nov 23'],
  series: [
    { label: 'Kept', color: '--link', values: [7, 9, 4] },
    { label: 'Cancelled', color: '--ember', values: [1, 0, 2] },
  ],
}

function TurningQuery() {
  const [week, setWeek] = useState(1)
  const query = useQuery({
    queryKey: ['week', week],
    queryFn: () => (week === 1 ? Promise.resolve(week) : new Promise<number>(() => undefined)),
    placeholderData: keepPreviousData,
  })
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <Button variant="secondary" onClick={() => setWeek(week + 1)}>
        Next week
      </Button>
      <PreviousDataQuery query={query} loading={<Skeleton className="h-6 w-40" />}>
        {(shown) => `12 jobs in week ${shown}`}
      </PreviousDataQuery>
    </Card>
  )
}

/** Every component on one page, for development. Not part of a build. */
export function ShowcasePage() {
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(false)
  const [shop, setShop] = useState<'5' | '6'>('5')
  const [day, setDay] = useState<string | null>('2026-12-02')
  const [time, setTime] = useState<string | null>('10:00')
  const [make, setMake] = useState('')
  const [on, setOn] = useState(true)
  const [span, setSpan] = useState<'day' | 'week'>('day')
  const [from, setFrom] = useState('2026-12-07T09:00')
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-8 px-4 py-10">
      <h1 className="text-3xl font-semibold">Pieces</h1>
      <Stepper
        label="Progress"
        steps={['Vehicle', 'Package', 'Schedule', 'Payment']}
        current={2}
        linkTo={(index) => ({ href: `#step-${index}`, onClick: (event) => event.preventDefault() })}
      />
      <Card className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => setBusy(true)}>
          Continue to Package Selection
        </Button>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Open dialog
        </Button>
        <Button
          variant="ghost"
          onClick={() => toast({ title: 'Login successful', description: 'Welcome back!' })}
        >
          Toast
        </Button>
        <Button
          variant="danger"
          onClick={() =>
            toast({
              title: 'Login failed',
              description: 'Please try again.',
              link: { href: '/ui', label: 'Where to go' },
              variant: 'destructive',
            })
          }
        >
          Cancel appointment
        </Button>
        <Button disabled>Disabled</Button>
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TextField label="Full Name" autoComplete="name" hint="As on the card" />
        <TextField label="Phone Number" inputMode="tel" error="Please enter a valid 10-digit phone number" />
        <SelectField
          label="Vehicle Make"
          value={make}
          onChange={setMake}
          placeholder="Choose a make"
          options={['BMW', 'Mercedes', 'Audi', 'Lexus']}
        />
        <Segmented
          legend="View"
          value={span}
          onChange={setSpan}
          options={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />
        <BarChart label="Most are kept" data={bars} formatValue={String} />
        <Switch label="Open on Monday" checked={on} onChange={setOn} />
        <Checkbox label="Yes, refund $499 in full" checked={on} onChange={setOn} />
        <DateTimeField label="Start Date & Time" value={from} onChange={setFrom} />
        <RadioGroup
          legend="Location"
          value={shop}
          onChange={setShop}
          options={[
            { value: '5', label: 'Alhambra', description: '1200 West Main Street, Alhambra, CA 91801' },
            { value: '6', label: 'Pasadena', description: 'Not taking appointments', disabled: true },
          ]}
        />
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <DateStrip
          legend="Date"
          days={days.map((day, index) =>
            index === 3
              ? { day, disabled: true, note: 'Closed' }
              : {
                  day,
                  note: index === 5 ? 'Full' : `${index + 2} times`,
                  level: index === 5 ? 0 : (index + 1) / 7,
                },
          )}
          value={day}
          onChange={setDay}
        />
        <TimeGrid
          legend="Select a Time Slot"
          value={time}
          onChange={setTime}
          times={[9, 10, 11, 12, 13, 14, 15, 16].map((hour) => ({
            time: `${hour}:00`,
            displayTime: `${hour > 12 ? hour - 12 : hour}:00 ${hour < 12 ? 'AM' : 'PM'}`,
            available: hour < 14 && hour !== 11,
            reason: hour === 11 ? 'Taken' : hour === 14 ? 'Your present time' : 'Ends after closing',
            marked: hour === 14,
          }))}
        />
        <TimeGridSkeleton />
        <Calendar
          value={day}
          onChange={setDay}
          firstDay="2026-11-28"
          lastDay="2026-12-11"
          isDisabled={(day) => !days.includes(day)}
          noteOf={(day) =>
            days.includes(day)
              ? { short: '5 times', spoken: '5 times', look: day === '2026-12-04' ? 'marked' : undefined }
              : {}
          }
        />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Badge>Scheduled</Badge>
        <Badge tone="blue">Authorized</Badge>
        <Badge tone="green">Completed</Badge>
        <Badge tone="amber">Pending</Badge>
        <Badge tone="red">Failed</Badge>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Avatar name="Casey Rivera" image={null} />
        <Avatar name="Casey Rivera" image={null} size="large" />
      </div>
      <SectionList
        sections={[
          { id: 'place', name: 'Name and place' },
          { id: 'hours', name: 'Business Hours' },
        ]}
      />
      <Card>
        <Table
          caption="Movements of money"
          columns={[{ name: 'Date' }, { name: 'Movement' }, { name: 'Amount', className: 'text-right' }]}
        >
          <tr className="border-b border-line">
            <td className="py-2.5">Dec 2, 1:14 PM</td>
            <td>Captured</td>
            <td className="text-right tabular-nums">$799</td>
          </tr>
        </Table>
      </Card>
      <Alert>All packages include both Apple CarPlay and Android Auto compatibility</Alert>
      <Alert tone="warn">Please allow 3-4 hours for the installation.</Alert>
      <Alert tone="good">Secured by 256-bit encryption</Alert>
      <Alert tone="bad" title="Login failed">
        That email and password don’t match.
      </Alert>
      <Spinner label="Loading available times..." />
      <Skeleton className="h-32" />
      <QueryClientProvider client={queryClient}>
        <FailingQuery />
        <Card>
          <QrCode text="https://example.test/what-it-says" label="QR code of an address" />
        </Card>
        <TurningQuery />
      </QueryClientProvider>
      <EmptyState icon={<CalendarClock />} title="You don't have any appointments scheduled.">
        <Button>Schedule your first appointment</Button>
      </EmptyState>
      <ErrorState
        message="No connection. Please check your network and try again."
        onRetry={() => setBusy(false)}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Change the package?"
        description="Smart Connect Premium, 3-4 hours."
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button onClick={() => setOpen(false)}>Save Changes</Button>
          </>
        }
      >
        <p>Your appointment stays on Wednesday, December 2 at 10:00 AM.</p>
      </Dialog>
    </div>
  )
}
