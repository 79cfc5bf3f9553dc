// 常用查询 in the toolbar: apply, keep the present filter under a name, overwrite, delete, choose the first.
import { Button, Input } from 'antd'
import { Bookmark, Star, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Call } from '#contract/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Pop } from '#web/kit/parts/Pop'
import { toast } from '#web/kit/toast'
import type { Filter } from './columns.ts'
import { LONGEST_NAME, MOST_SAVED, useSavedFilters, withoutSaved, withSaved } from './savedFilters.ts'

interface SavedFilterMenuProps {
  call: Pick<Call, 'query'>
  /** The list's own address. */
  path: string
  filter: Filter
  /** How a filter reads; empty when nothing is asked for. */
  words(filter: Filter): string
  onApply(filter: Filter): void
}

export function SavedFilterMenu({ call, path, filter, words, onApply }: SavedFilterMenuProps) {
  const [saved, keep] = useSavedFilters(call, path)
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const now = words(filter)
  const wanted = name.trim()
  const there = saved.list.some((one) => one.name === wanted)
  const full = !there && saved.list.length >= MOST_SAVED

  const store = async (as: string) => {
    if (saved.list.some((one) => one.name === as)) {
      const agreed = await confirmAct({
        title: `用现在的条件覆盖“${as}”？`,
        effects: [now],
        verb: '覆盖',
        safe: '不覆盖',
        run: async () => undefined,
      })
      if (agreed === null) return
    }
    keep(withSaved(saved, as, filter))
    setName('')
    toast.success(`已保存为常用查询“${as}”`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted !== '' && now !== '' && !full) void store(wanted)
  }
  const remove = async (one: string) => {
    const agreed = await confirmAct({
      title: `删除常用查询“${one}”？`,
      effects: ['只删除您自己保存的条件，不影响数据'],
      verb: '删除',
      safe: '不删除',
      danger: true,
      run: async () => undefined,
    })
    if (agreed !== null) keep(withoutSaved(saved, one))
  }

  const panel = (
    <div className="yy-saved">
      {saved.list.length > 0 ? (
        <ul className="yy-no-padding yy-scroll">
          {saved.list.map((one) => {
            const first = saved.start === one.name
            return (
              <li className="yy-row yy-gap-8 yy-under" key={one.name}>
                <button
                  type="button"
                  className="yy-saved-apply yy-grow yy-bare yy-left"
                  onClick={() => {
                    setOpen(false)
                    onApply(one.filter)
                  }}
                >
                  <b>{one.name}</b>
                  <small className="yy-block yy-second yy-small yy-ellipsis">{words(one.filter) || '没有条件'}</small>
                </button>
                <button
                  type="button"
                  className="yy-icon-act yy-inline yy-middle yy-no-padding yy-soft-ink yy-round yy-press"
                  aria-pressed={first}
                  title={first ? '打开页面时先用它（再点取消）' : '打开页面时先用它'}
                  aria-label={`打开页面时先用“${one.name}”`}
                  onClick={() => keep({ ...saved, start: first ? null : one.name })}
                >
                  <Star size={15} fill={first ? 'currentColor' : 'none'} aria-hidden />
                </button>
                <button
                  type="button"
                  className="yy-link"
                  disabled={now === ''}
                  aria-label={`用现在的条件覆盖“${one.name}”`}
                  onClick={() => void store(one.name)}
                >
                  覆盖
                </button>
                <button
                  type="button"
                  className="yy-icon-act yy-inline yy-middle yy-no-padding yy-soft-ink yy-round yy-press"
                  title="删除"
                  aria-label={`删除“${one.name}”`}
                  onClick={() => void remove(one.name)}
                >
                  <Trash2 size={15} aria-hidden />
                </button>
              </li>
            )
          })}
        </ul>
      ) : (
        <p>还没有常用查询。先查询，再把条件存下来，下次一点就用。</p>
      )}
      <form onSubmit={submit}>
        <small className="yy-block yy-second yy-small yy-ellipsis">
          {now === '' ? '现在没有查询条件' : `现在的条件：${now}`}
        </small>
        <span>
          <Input
            value={name}
            maxLength={LONGEST_NAME}
            placeholder="名称，如 全护理在住"
            aria-label="常用查询的名称"
            disabled={now === ''}
            onChange={(event) => setName(event.target.value)}
          />
          <Button htmlType="submit" type="primary" disabled={wanted === '' || now === '' || full}>
            保存
          </Button>
        </span>
        {full && (
          <small className="yy-block yy-second yy-small yy-ellipsis" role="alert">
            最多 {MOST_SAVED} 个，请先删除不用的
          </small>
        )}
      </form>
    </div>
  )
  return (
    <Pop placement="bottomRight" open={open} onOpenChange={setOpen} content={panel}>
      <Button type="text" icon={<Bookmark size={16} aria-hidden />} aria-expanded={open}>
        常用查询
      </Button>
    </Pop>
  )
}
