import { classNames } from '../ui/class-names.ts'

type ConditionListProps = { title: string; texts: readonly string[]; className?: string }

/** Conditions that were confirmed. They may be the words of a shop. */
export function ConditionList({ title, texts, className }: ConditionListProps) {
  return (
    <div className={classNames('text-ui', className)}>
      <p className="text-muted">{title}</p>
      {texts.map((text) => (
        <p key={text} className="wrap-anywhere">
          “<bdi>{text}</bdi>”
        </p>
      ))}
    </div>
  )
}
