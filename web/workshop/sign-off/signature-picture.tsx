import { signatureBox, type SignOff } from '../../../contract/workshop/work-order.ts'
import { pathOf } from '../../../contract/workshop/signature-path.ts'

/** A signature as it was drawn; the typed name where none was. */
export function SignaturePicture({ signOff }: { signOff: Pick<SignOff, 'signerName' | 'strokes'> }) {
  const { signerName, strokes } = signOff
  if (strokes.length === 0)
    return (
      <p className="text-2xl italic">
        <bdi>{signerName}</bdi>
      </p>
    )
  return (
    <svg
      role="img"
      aria-label={`Signature of ${signerName}`}
      viewBox={`0 0 ${signatureBox.width} ${signatureBox.height}`}
      className="h-24 max-w-full"
    >
      <path
        d={pathOf(strokes)}
        fill="none"
        stroke="currentColor"
        strokeWidth={8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
