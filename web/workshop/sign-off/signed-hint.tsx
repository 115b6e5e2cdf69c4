/** Why what the customer signed cannot be changed. */
export function SignedHint() {
  return (
    <p className="text-sm text-muted">
      The customer has signed. To change this, set the job back to “In the bay”; the customer then signs
      again.
    </p>
  )
}
