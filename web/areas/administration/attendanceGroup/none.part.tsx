import { Button } from 'antd'
import { attendanceGroup } from '#contract/administration/attendanceGroup'
import { openPage } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'

/** Opened without a group, or with one that is gone. */
export const NoGroup = () => (
  <section className="yy-card yy-pad-16">
    <Empty
      title="没有这个考勤组"
      text="可能已被删除，或不在您的数据范围内。"
      acts={<Button onClick={() => openPage(attendanceGroup.pages.list.path)}>去考勤组列表</Button>}
    />
  </section>
)
