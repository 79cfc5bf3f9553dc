// One sheet in the house's own words: every text beside what the kind says.
import { Alert, Button, Input, Select, Switch } from 'antd'
import { useEffect, useState } from 'react'
import type { Item, Kind } from '#contract/nursing/assess/kind'
import { allKinds, kindOf } from '#contract/nursing/assess/kinds'
import { type AssessCopyData, assessSetting } from '#contract/nursing/assessSetting'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { ownWords, typedOf } from './settingEdit.ts'

export interface CopyRequest {
  /** null: a new one. */
  copy: AssessCopyData | null
}

interface WordProps {
  place: string
  title: string
  text: string
  note?: string
  typed: Readonly<Record<string, string>>
  onType(place: string, text: string): void
}

function Word({ place, title, text, note, typed, onType }: WordProps) {
  const said = typed[place]
  return (
    <div className="yy-words-row">
      <span className="yy-second yy-ellipsis" title={title}>
        {title}
      </span>
      <Input
        aria-label={`${title}的说法`}
        maxLength={300}
        value={said ?? text}
        {...(said !== undefined && said.trim() !== text && { status: 'warning' as const })}
        onChange={(event) => onType(place, event.target.value)}
      />
      <span className="yy-second">{note}</span>
    </div>
  )
}

function ItemWords({ item, typed, onType }: { item: Item } & Pick<WordProps, 'typed' | 'onType'>) {
  const shared = { typed, onType }
  return (
    <div className="yy-words-item yy-under">
      <Word place={`item:${item.key}`} title={item.key} text={item.name} {...shared} />
      <Word place={`item.hint:${item.key}`} title={`${item.key} 提示`} text={item.hint ?? ''} {...shared} />
      {item.options.map((option) => (
        <Word
          key={option.key}
          place={`option:${item.key}.${option.key}`}
          title={`${item.key} 选项 ${option.key}`}
          text={option.text}
          note={`${option.score} 分`}
          {...shared}
        />
      ))}
    </div>
  )
}

export function CopyDrawer({ request, onClose }: { request: CopyRequest | null; onClose(): void }) {
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  const copy = shown?.copy ?? null
  const [kindKey, setKindKey] = useState('of2023')
  const [name, setName] = useState('')
  const [enabled, setEnabled] = useState(true)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [section, setSection] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  useEffect(() => {
    if (!request) return
    const of = request.copy
    setKindKey(of?.kind ?? 'of2023')
    setName(of?.name ?? '')
    setEnabled(of?.enabled ?? true)
    setTyped(of ? typedOf(of.words) : {})
    setSection(null)
    setProblem(null)
  }, [request])
  const kind: Kind | undefined = kindOf(kindKey)
  const words = kind ? ownWords(kind, typed) : []
  const now = kind?.sections.find((one) => one.key === section) ?? kind?.sections[0]
  const type = (place: string, text: string) => setTyped((all) => ({ ...all, [place]: text }))

  async function save() {
    if (name.trim() === '') return setProblem('请填写名称')
    setSaving(true)
    setProblem(null)
    const body = { name: name.trim(), enabled, words }
    const options = { handles: () => true, loading: true } as const
    try {
      if (copy) {
        await send(assessSetting.calls.saveCopy, { copyId: copy.copyId, ...body, version: copy.version }, options)
      } else {
        await send(assessSetting.calls.addCopy, { kind: kindKey, ...body }, { ...options, requestNo: newRequestNo() })
      }
      toast.success(`“${name.trim()}”已保存`)
      await invalidate(assessSetting)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setSaving(false)
    }
  }

  return (
    <SideDrawer
      open={request !== null}
      title={copy ? `修改“${copy.name}”` : '复制评估表'}
      width={960}
      onClose={onClose}
      foot={
        <DrawerFoot note={`改了 ${words.length} 处文字；已完成的评估保留当时的说法`}>
          <Button type="primary" loading={saving} onClick={() => void save()}>
            保存评估表
          </Button>
        </DrawerFoot>
      }
    >
      <div className="yy-stack yy-gap-12">
        {problem && <Alert type="error" showIcon role="alert" title={problem} />}
        <div className="yy-row yy-gap-12 yy-wrap">
          <Input
            aria-label="名称"
            placeholder="名称，如：本院能力评估表"
            maxLength={40}
            style={{ width: 280 }}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Select<string>
            aria-label="复制哪一种"
            style={{ width: 240 }}
            disabled={copy !== null}
            value={kindKey}
            options={allKinds.map((one) => ({ value: one.key, label: one.name }))}
            onChange={(next) => {
              setKindKey(next)
              setTyped({})
              setSection(null)
            }}
          />
          <span className="yy-inline yy-gap-8">
            <Switch aria-label="使用" checked={enabled} onChange={setEnabled} />
            {enabled ? '使用' : '停用'}
          </span>
        </div>
        {kind && now && (
          <>
            <div className="yy-row yy-gap-8 yy-wrap" role="group" aria-label="部分">
              {kind.sections.map((one) => (
                <Button
                  key={one.key}
                  type={one.key === now.key ? 'primary' : 'default'}
                  aria-pressed={one.key === now.key}
                  onClick={() => setSection(one.key)}
                >
                  {one.name}
                </Button>
              ))}
            </div>
            <div key={`${kind.key} ${now.key}`}>
              <Word place={`section:${now.key}`} title="部分名称" text={now.name} typed={typed} onType={type} />
              {now.items.map((item) => (
                <ItemWords key={item.key} item={item} typed={typed} onType={type} />
              ))}
            </div>
          </>
        )}
      </div>
    </SideDrawer>
  )
}
