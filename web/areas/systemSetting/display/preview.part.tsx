// What the settings look like: the console and the login page in small.

import { RecordNumSwitch, themeOfColor } from '#contract/platform/config'
import { PageCard } from '#web/kit/parts/PageCard'
import { useSession } from '#web/kit/session'
import { Mark } from '#web/kit/shell/Mark'
import { themeColors } from '#web/kit/themeColors'
import './display.css'

type Values = Readonly<Record<string, unknown>>

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

function Console({ values }: { values: Values }) {
  const user = useSession((state) => state.user)
  const colors = themeColors[themeOfColor(text(values.systemThemeColor))]
  const open = values.menuOpenStatus !== 'CLOSE'
  const mark = `${user?.username ?? ''} ${user?.empInfo.empName ?? ''}`
  return (
    <div className="yy-mini yy-tiny yy-hidden" aria-hidden>
      <div className="yy-mini-tab yy-gap-6 yy-one-line yy-hidden yy-white yy-row">
        {text(values.windowIcon) ? <img src={text(values.windowIcon)!} alt="" /> : <Mark size={12} />}
        <span>{text(values.windowName) ?? text(values.systemName)}</span>
      </div>
      <div className="yy-mini-shell yy-flex">
        <div className="yy-mini-rail yy-gap-8 yy-stack" style={{ background: colors.deep }}>
          {[0, 1, 2, 3, 4].map((one) => (
            <i key={one} style={{ background: one === 1 ? colors.brand : colors.deep2 }} />
          ))}
        </div>
        {open && (
          <div className="yy-mini-menu yy-gap-8 yy-white yy-stack">
            {[70, 54, 62, 48].map((width, i) => (
              <i key={width} style={{ width: `${width}%`, background: i === 1 ? colors.soft : '#ECEFF3' }} />
            ))}
          </div>
        )}
        <div className="yy-mini-page yy-relative yy-white yy-grow">
          <div className="yy-gap-6 yy-one-line yy-hidden yy-row">
            {text(values.systemIcon) ? <img src={text(values.systemIcon)!} alt="" /> : <Mark size={16} />}
            <b>{text(values.systemName) ?? '未命名'}</b>
          </div>
          <div className="yy-mini-button" style={{ background: colors.button[0], color: colors.on }}>
            新增
          </div>
          {[92, 84, 88, 79].map((width) => (
            <i key={width} style={{ width: `${width}%` }} />
          ))}
          {values.waterMark !== 'CLOSE' && (
            <>
              <em className="yy-upright yy-one-line" style={{ top: '34%', left: '16%' }}>
                {mark}
              </em>
              <em className="yy-upright yy-one-line" style={{ top: '66%', left: '52%' }}>
                {mark}
              </em>
            </>
          )}
        </div>
      </div>
    </div>
  )
}

function Login({ values }: { values: Values }) {
  const colors = themeColors[themeOfColor(text(values.systemThemeColor))]
  const background = text(values.loginBackground)
  const name = text(values.loginIconName) ?? text(values.systemName) ?? '未命名'
  return (
    <div className="yy-mini yy-tiny yy-hidden" aria-hidden>
      <div className="yy-mini-login yy-flex">
        <div
          className="yy-mini-scene yy-pad-12 yy-on yy-flex yy-upper yy-gap-6 yy-narrow"
          style={background ? { backgroundImage: `url(${background})` } : { background: colors.deep2 }}
        >
          {text(values.loginIcon) ? <img src={text(values.loginIcon)!} alt="" /> : <Mark size={18} />}
          <b>{name}</b>
        </div>
        <div className="yy-mini-form yy-pad-12 yy-middle yy-gap-10 yy-flex-1 yy-white yy-stack">
          <i />
          <i />
          <div className="yy-mini-button yy-center-text" style={{ background: colors.button[0], color: colors.on }}>
            登录
          </div>
          <small>
            {values.recordNum === RecordNumSwitch.is.shown && (text(values.recordNumDesc) ?? '备案号待公示')}
            {text(values.servicePhone) && ` 服务电话 ${values.servicePhone}`}
          </small>
        </div>
      </div>
    </div>
  )
}

export function Preview({ values }: { values: Values }) {
  return (
    <>
      <PageCard title="控制台" sub="预览">
        <Console values={values} />
      </PageCard>
      <PageCard title="登录页" sub="预览" className="yy-above-16">
        <Login values={values} />
      </PageCard>
    </>
  )
}
