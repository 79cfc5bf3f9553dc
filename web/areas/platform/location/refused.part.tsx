import type { CallError } from '#web/kit/callError'
import '#web/kit/form/form.css'

/** A refusal where the act stands; a field's name means nothing outside a form. */
export const Refused = ({ error }: { error: CallError | null }) =>
  error && (
    <div className="yy-form-refusal" role="alert">
      {error.message}
    </div>
  )
