import { useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { createMark, type Mark, useIsMarked, useMark, useMarkedId } from './mark.ts'

it('pointing draws the row that it leaves and the one that it comes to, and no other', async () => {
  const mark = createMark()
  const drawn: string[] = []
  const Row = ({ id }: { id: string }) => {
    drawn.push(id)
    return (
      <li aria-current={useIsMarked(mark, id)} onPointerEnter={() => mark.set(id)}>
        {id}
      </li>
    )
  }
  await render(
    <ul>
      {['a', 'b', 'c'].map((id) => (
        <Row key={id} id={id} />
      ))}
    </ul>,
  )
  await userEvent.hover(page.getByText('a'))
  await expect.element(page.getByText('a')).toHaveAttribute('aria-current', 'true')
  drawn.length = 0
  await userEvent.hover(page.getByText('b'))
  await expect.element(page.getByText('b')).toHaveAttribute('aria-current', 'true')
  expect(drawn.toSorted()).toEqual(['a', 'b'])

  drawn.length = 0
  mark.set('b')
  await expect.element(page.getByText('a')).toHaveAttribute('aria-current', 'false')
  expect(drawn).toEqual([])
})

it('nothing is pointed at once the page was turned', async () => {
  const Marked = ({ mark }: { mark: Mark }) => <output>{useMarkedId(mark) ?? 'nothing'}</output>
  const History = () => {
    const [shown, setShown] = useState(0)
    const mark = useMark(shown)
    return (
      <>
        <p onPointerEnter={() => mark.set('a row')}>Row</p>
        <button type="button" onClick={() => setShown(shown + 1)}>
          Next
        </button>
        <Marked mark={mark} />
      </>
    )
  }
  await render(<History />)
  await userEvent.hover(page.getByText('Row'))
  await expect.element(page.getByRole('status')).toHaveTextContent('a row')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('nothing')
})
