// The secret address for a telephone's calendar: made, shown once, renewed, taken back.
import { Button, Checkbox, Input } from 'antd'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { calendar, type MadeFeedData } from '#contract/administration/calendar'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { Loaded } from '#web/kit/parts/Loaded'
import { Facts } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const addressOf = ({ link, path }: MadeFeedData) => link ?? `${window.location.origin}${path}`

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('地址已复制')
  } catch {
    toast.warning('浏览器不允许复制，请选中地址后按 Ctrl+C')
  }
}

function Made({ made }: { made: MadeFeedData }) {
  const address = addressOf(made)
  return (
    <section className="yy-stack yy-gap-8 yy-pad-12 yy-tint yy-round-card" aria-label="新的地址">
      <b>地址只显示这一次，请现在添加到手机</b>
      <div className="yy-row yy-gap-8">
        <Input readOnly aria-label="手机日历地址" value={address} onFocus={(event) => event.target.select()} />
        <Button icon={<Copy size={15} aria-hidden />} onClick={() => void copy(address)}>
          复制
        </Button>
      </div>
      <p className="yy-no-margin yy-second">
        苹果手机：设置 › 应用 › 日历 › 日历账户 › 添加订阅日历。安卓手机：在日历应用里选“通过网址添加”。
      </p>
    </section>
  )
}

function Feed({ made, onMade }: { made: MadeFeedData | null; onMade(made: MadeFeedData | null): void }) {
  const of = useCall(calendar.calls.feed, {})
  const [titles, setTitles] = useState(false)
  const make = useAct(calendar.calls.makeFeed, { onDone: onMade })
  if (of.data === undefined) return <Loaded of={of} what="手机日历" lines={4} />
  const feed = of.data
  const revoke = async () => {
    const done = await confirmCall(calendar.calls.revokeFeed, {
      title: '停用手机日历地址？',
      effects: ['手机上不再更新，马上生效', '已经读到手机里的内容，请在手机上删除该日历'],
      verb: '停用地址',
      safe: '不停用',
      danger: true,
      input: {},
      done: '手机日历地址已停用',
    })
    if (done) onMade(null)
  }
  const renew = async () => {
    const sure =
      feed === null ||
      (await confirmAct({
        title: '换一个新的地址？',
        effects: ['原来的地址马上失效', '用过原地址的手机要重新添加'],
        verb: '换新地址',
        safe: '不换',
      })) !== null
    if (sure) void make.run({ titles })
  }
  return (
    <div className="yy-stack yy-gap-16">
      <p className="yy-no-margin">
        手机里的日历可以跟着更新您的待办和院内日程。地址等于钥匙，谁拿到都能看，请不要转发；丢了手机请马上停用。
      </p>
      <p className="yy-no-margin yy-second">手机上只写老人的姓和床位，不写全名，也没有病情。账号停用后地址自动失效。</p>
      {made && <Made made={made} />}
      {feed && (
        <Facts
          columns={1}
          facts={[
            { label: '状态', value: `已启用，尾号 ${feed.end}` },
            { label: '生成时间', value: feed.createTime.slice(0, 16) },
            { label: '最近读取', value: feed.lastReadTime?.slice(0, 16) ?? '还没有手机读取过' },
            { label: '待办标题', value: feed.titles ? '显示' : '不显示' },
          ]}
        />
      )}
      <Checkbox checked={titles} onChange={(event) => setTitles(event.target.checked)}>
        新地址里显示我的待办标题（标题里请不要写老人姓名和病情）
      </Checkbox>
      <div className="yy-row yy-gap-8">
        <Button type={feed ? 'default' : 'primary'} loading={make.running} onClick={() => void renew()}>
          {feed ? '换新地址' : '生成地址'}
        </Button>
        {feed && (
          <Button danger onClick={() => void revoke()}>
            停用地址
          </Button>
        )}
      </div>
    </div>
  )
}

export function FeedDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const [made, setMade] = useState<MadeFeedData | null>(null)
  return (
    <SideDrawer open={open} title="手机日历" asks={false} onClose={onClose} onClosed={() => setMade(null)}>
      <Feed made={made} onMade={setMade} />
    </SideDrawer>
  )
}
