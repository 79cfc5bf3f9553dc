// 床垫设置: how mattress alarms show themselves at every desk, and how long readings are kept.
import { Button, InputNumber, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { mattressSet } from '#contract/monitor/mattressSet'
import { DEFAULT_POSITION, PromptPosition, type PromptPositionValue, positionsOf } from '#contract/monitor/prompt'
import { config, type MattressConfigData, SettingSwitch } from '#contract/platform/config'
import { classes } from '#web/kit/classes'
import { int } from '#web/kit/fields/number'
import { SettingsForm } from '#web/kit/form/SettingsForm'
import { Loaded } from '#web/kit/parts/Loaded'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import './mattressSet.css'

type Content = MattressConfigData['setContent']

const days = { as: int, props: { unit: '天' } } as const
const MOST_TIMES = 99

export default function MattressSet() {
  return (
    <div className="yy-mset yy-grid yy-start yy-gap-16">
      <Prompting />
      <SettingsForm
        title="读数保留"
        sub="超过天数的数据在每天凌晨清除，不能恢复"
        read={mattressSet.calls.retention}
        save={mattressSet.calls.saveRetention}
        fields={{
          readingDays: { ...days, title: '原始读数', hint: '每几秒一条，用于回放告警规则；7 到 400 天' },
          minuteDays: {
            ...days,
            title: '分钟汇总',
            hint: '用于曲线和健康统计；35 到 3650 天，不少于原始读数',
            check: (value, values) =>
              typeof value === 'number' && value < Number(values.readingDays) ? '不能少于原始读数的天数' : null,
          },
        }}
        sections={[{ title: '保留多久', fields: ['readingDays', 'minuteDays'] }]}
      />
    </div>
  )
}

function Prompting() {
  const answer = useCall(config.calls.mattress, {})
  if (answer.error || !answer.data) return <Loaded of={answer} what="提醒设置没有取到" lines={8} fresh />
  return <Editing data={answer.data} />
}

/** 1 is on in this setting, for the prompt as for the voice. */
const isOn = (status: number) => status === SettingSwitch.is.on

const same = (a: Content, b: Content) => JSON.stringify(a) === JSON.stringify(b)

function Editing({ data }: { data: MattressConfigData }) {
  const may = useMay()(config.calls.saveMattress.needs)
  const [now, setNow] = useState<Content>(data.setContent)
  const act = useAct(config.calls.saveMattress, { onDone: () => toast.success('已保存，各工作台立即生效') })
  const dirty = !same(now, data.setContent)
  // Somebody else's save reaches a page on which nothing was changed.
  useEffect(() => setNow(data.setContent), [data.setContent])
  const { alarmRemind: remind, alarmVoice: voice } = now
  const places = positionsOf(remind.position)
  const times = voice.times
  const problem =
    !Number.isInteger(times) || times < 1 || times > MOST_TIMES ? `播报次数应为 1 到 ${MOST_TIMES} 的整数` : null
  const toggle = (place: PromptPositionValue) => {
    const next = places.includes(place) ? places.filter((one) => one !== place) : [...places, place]
    setNow({ ...now, alarmRemind: { ...remind, position: next.length > 0 ? next : [DEFAULT_POSITION] } })
  }
  return (
    <section className="yy-card yy-stack yy-grow">
      <header className="yy-card-head yy-flex yy-baseline yy-gap-8">
        <h3>告警提醒</h3>
        <span className="yy-second yy-small">对全院所有工作台生效</span>
      </header>
      <div className="yy-mset-body yy-grid yy-gap-20">
        <div className="yy-mset-row yy-grid yy-gap-16">
          <span className="yy-mset-label yy-second">弹窗提醒</span>
          <div>
            <Switch
              aria-label="弹窗提醒"
              disabled={!may}
              checked={isOn(remind.status)}
              checkedChildren="开启"
              unCheckedChildren="关闭"
              onChange={(on) =>
                setNow({ ...now, alarmRemind: { ...remind, status: on ? SettingSwitch.is.on : SettingSwitch.is.off } })
              }
            />
            <p className="yy-none">关闭后床垫告警不再弹出，仍在告警墙和告警记录里；呼叫和 SOS 不受影响</p>
          </div>
        </div>
        <div className="yy-mset-row yy-grid yy-gap-16">
          <span className="yy-mset-label yy-second">弹窗位置</span>
          <div>
            <fieldset
              className="yy-mset-screen yy-relative yy-no-margin yy-no-padding yy-round"
              disabled={!may || !isOn(remind.status)}
              aria-label="弹窗位置"
            >
              <i className="yy-mset-rail" />
              {PromptPosition.list.map(({ value, label }) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={places.includes(value)}
                  className={classes(
                    'yy-mset-place yy-soft-ink yy-white yy-round yy-press',
                    `is-${value}`,
                    places.includes(value) && 'is-chosen',
                  )}
                  onClick={() => toggle(value)}
                >
                  {label}
                </button>
              ))}
            </fieldset>
            <p className="yy-none">点选一处或多处；选了几处时，每处都会显示</p>
          </div>
        </div>
        <div className="yy-mset-row yy-grid yy-gap-16">
          <span className="yy-mset-label yy-second">语音播报</span>
          <div>
            <Switch
              aria-label="语音播报"
              disabled={!may}
              checked={isOn(voice.status)}
              checkedChildren="开启"
              unCheckedChildren="关闭"
              onChange={(on) =>
                setNow({ ...now, alarmVoice: { ...voice, status: on ? SettingSwitch.is.on : SettingSwitch.is.off } })
              }
            />
            <p className="yy-none">由浏览器朗读位置和告警内容，例如“2层 203室 02床 心率过高”</p>
          </div>
        </div>
        <div className="yy-mset-row yy-grid yy-gap-16">
          <label className="yy-mset-label yy-second" htmlFor="mattress-times">
            播报次数
          </label>
          <div>
            <InputNumber
              id="mattress-times"
              style={{ width: 140 }}
              disabled={!may || !isOn(voice.status)}
              suffix="次"
              value={times}
              {...(problem && { status: 'error' as const })}
              onChange={(next) => setNow({ ...now, alarmVoice: { ...voice, times: next ?? 0 } })}
            />
            {problem ? (
              <p role="alert" className="yy-red">
                {problem}
              </p>
            ) : (
              <p className="yy-none">规则里写了 3 次以外的次数时，以规则为准</p>
            )}
          </div>
        </div>
      </div>
      <footer className="yy-sform-foot yy-row yy-between">
        <span role="status">{!may ? '您只能查看，不能修改' : dirty ? '有改动还没有保存' : '没有未保存的改动'}</span>
        {may && (
          <span>
            <Button disabled={!dirty || act.running} onClick={() => setNow(data.setContent)}>
              撤销改动
            </Button>
            <Button
              type="primary"
              loading={act.running}
              disabled={!dirty || problem !== null}
              onClick={() =>
                void act.run({
                  setId: data.setId,
                  setContent: { ...now, alarmRemind: { ...remind, position: places } },
                })
              }
            >
              保存
            </Button>
          </span>
        )}
      </footer>
    </section>
  )
}
