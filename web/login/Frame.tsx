// The login page around its form: the picture with the name on the left, the form and the footer on the right.

import type { ReactNode } from 'react'
import { RecordNumSwitch } from '#contract/platform/config'
import { Mark } from '#web/light/Mark'
import type { Preload } from '#web/light/preload'
import { Toasts } from '#web/light/toast'
import scene from './scene.svg'

const RECORD_TEXT = '备案号待公示'

function Brand({ preload }: { preload: Preload }) {
  const name = preload.loginIconName || preload.systemName
  return (
    <div className="yy-brand yy-row">
      <Mark size={44} picture={preload.loginIcon} />
      <div>
        <strong>{name}</strong>
        {name !== preload.systemName && <span>{preload.systemName}</span>}
      </div>
    </div>
  )
}

function Footer({ preload }: { preload: Preload }) {
  const { recordNum, recordNumDesc, version, servicePhone } = preload
  return (
    <footer className="yy-login-footer yy-text-13 yy-flex yy-middle yy-fixed yy-second yy-wrap">
      {recordNum !== RecordNumSwitch.is.hidden && <span>{recordNumDesc || RECORD_TEXT}</span>}
      {version && <span>{/^v/i.test(version) ? version : `V${version}`}</span>}
      {servicePhone && <span>服务电话 {servicePhone}</span>}
    </footer>
  )
}

export function Frame({ preload, children }: { preload: Preload; children: ReactNode }) {
  return (
    <div className="yy-login yy-flex yy-white">
      <div className="yy-scene yy-hidden yy-grow">
        <img src={preload.loginBackground || scene} alt="" />
        <Brand preload={preload} />
      </div>
      <div className="yy-panel yy-fixed yy-white yy-stack">
        <main>{children}</main>
        <Footer preload={preload} />
      </div>
      <Toasts />
    </div>
  )
}
