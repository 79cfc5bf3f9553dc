import { useState } from 'react'
import { maskedPhone } from '#contract/live/resident'
import './family.css'

/** A phone on a desk that others look at: its middle is shown on request. */
export function PhoneText({ phone }: { phone: string }) {
  const [shown, setShown] = useState(false)
  if (shown || maskedPhone(phone) === phone) return <>{phone}</>
  return (
    <>
      {maskedPhone(phone)}{' '}
      <button type="button" className="yy-link" onClick={() => setShown(true)}>
        显示
      </button>
    </>
  )
}
