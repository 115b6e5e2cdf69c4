import type { SignOff } from '../../../contract/workshop/work-order.ts'
import { formatMoment } from '../../admin/admin-words.ts'
import { nonBreakingHours } from '../../ui/non-breaking.ts'
import { SignaturePicture } from './signature-picture.tsx'

/** A signature with its sentence, its person and its time. */
export function Signed({ signOff, timeZone }: { signOff: SignOff; timeZone: string }) {
  return (
    <div className="grid gap-1.5 rounded-control border border-line bg-surface p-3.5">
      <p className="text-ui">“{signOff.wording}”</p>
      <SignaturePicture signOff={signOff} />
      <p className="text-sm text-muted">
        <bdi>{signOff.signerName}</bdi>, {nonBreakingHours(formatMoment(signOff.signedAt, timeZone))}
        {signOff.signedVia === 'link' ? ', by link' : ', at the shop'}
      </p>
    </div>
  )
}
