import { Check, Circle } from 'lucide-react'
import { passwordDemands } from '#contract/platform/password'

/** The demands on a new password, each ticked off while it is typed. */
export function PasswordRules({ rule, password, own }: { rule: number; password: string; own: readonly string[] }) {
  return (
    <ul className="yy-demands yy-text-13 yy-second yy-flex yy-wrap">
      {passwordDemands(rule, password, own).map(({ text, met }) => (
        <li key={text} className={met ? 'met yy-row yy-gap-4' : 'yy-row yy-gap-4'}>
          {met ? <Check size={14} aria-label="已满足" /> : <Circle size={14} aria-label="未满足" />}
          {text}
        </li>
      ))}
    </ul>
  )
}
