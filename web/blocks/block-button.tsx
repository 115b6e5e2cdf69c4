import type { BoardBlock } from '../../contract/blocks/blocks.ts'
import { classNames } from '../ui/class-names.ts'
import { blockSpan } from './block-words.ts'
import { openBlock } from './block-store.ts'

type BlockButtonProps = {
  block: BoardBlock
  bayName: string
  className?: string
  style?: React.CSSProperties
}

/** A block on the board: hatched, with its reason. */
export function BlockButton({ block, bayName, className, style }: BlockButtonProps) {
  return (
    <button
      type="button"
      aria-label={`Blocked: ${block.reason}, ${bayName}, ${blockSpan(block)}`}
      onClick={(event) => {
        event.stopPropagation()
        openBlock({ kind: 'shown', block, bayName })
      }}
      style={style}
      className={classNames(
        'block overflow-hidden rounded-mark border border-dashed border-line-strong px-2.5 py-1 text-left text-sm',
        'bg-[repeating-linear-gradient(135deg,var(--color-sunken)_0_6px,var(--color-hover)_6px_12px)] hover:border-muted',
        className,
      )}
    >
      <span className="block truncate font-medium">{block.reason}</span>
      <span className="block truncate text-fine text-muted">
        {blockSpan(block)}
        {block.isWeekly && ', weekly'}
      </span>
    </button>
  )
}
