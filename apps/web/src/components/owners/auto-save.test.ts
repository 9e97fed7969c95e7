import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAutoSave, type AutoSaveState } from './auto-save.ts'

/** A server whose answers the test gives. */
function recordingServer() {
  const saves: { value: string; succeed: () => void; fail: (error: Error) => void }[] = []
  const save = (value: string) =>
    new Promise<void>((resolve, reject) => {
      saves.push({ value, succeed: resolve, fail: reject })
    })
  return { saves, save, values: () => saves.map(({ value }) => value) }
}

const start = () => {
  const server = recordingServer()
  const states: AutoSaveState[] = []
  const autoSave = createAutoSave<string>({ delayMs: 3000, save: server.save, onState: (state) => states.push(state) })
  return { ...server, states, autoSave }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('draft auto-save', () => {
  it('[DR-06] saves 3 seconds after the last change, once, with the latest value', async () => {
    const { autoSave, values, states, saves } = start()
    autoSave.change('a')
    await vi.advanceTimersByTimeAsync(2900)
    autoSave.change('ab')
    await vi.advanceTimersByTimeAsync(2999)
    expect(values()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(values()).toEqual(['ab'])
    saves[0]?.succeed()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(values()).toEqual(['ab'])
    expect(states).toEqual(['pending', 'pending', 'saving', 'saved'])
  })

  it('saves a change made during a save after it, never in parallel', async () => {
    const { autoSave, values, saves } = start()
    autoSave.change('a')
    await vi.advanceTimersByTimeAsync(3000)
    autoSave.change('b')
    await vi.advanceTimersByTimeAsync(5000)
    expect(values()).toEqual(['a'])
    saves[0]?.succeed()
    await vi.advanceTimersByTimeAsync(0)
    expect(values()).toEqual(['a', 'b'])
  })

  it('[DR-07] does not save while the task is being created, and lets a save in flight end first', async () => {
    const { autoSave, values, saves } = start()
    autoSave.change('a')
    await vi.advanceTimersByTimeAsync(3000)
    const paused = vi.fn<() => void>()
    void autoSave.pause().then(paused)
    autoSave.change('b')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(paused).not.toHaveBeenCalled()
    saves[0]?.succeed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(paused).toHaveBeenCalledOnce()
    expect(values()).toEqual(['a'])
  })

  it('[DR-08, ER-30] restarts the timer after creating failed', async () => {
    const { autoSave, values } = start()
    autoSave.change('a')
    await autoSave.pause()
    autoSave.resume()
    await vi.advanceTimersByTimeAsync(2999)
    expect(values()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(values()).toEqual(['a'])
  })

  it('does not restart the timer where everything was saved', async () => {
    const { autoSave, values, saves, states } = start()
    autoSave.change('a')
    void autoSave.flush()
    await vi.advanceTimersByTimeAsync(0)
    saves[0]?.succeed()
    await autoSave.pause()
    autoSave.resume()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(values()).toEqual(['a'])
    expect(states.at(-1)).toBe('saved')
  })

  it('reports a failed save, keeps its value, and retries on request', async () => {
    const { autoSave, values, saves, states } = start()
    autoSave.change('a')
    await vi.advanceTimersByTimeAsync(3000)
    saves[0]?.fail(new Error('offline'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(states.at(-1)).toBe('failed')
    expect(values()).toEqual(['a'])
    const failing = autoSave.flush()
    await vi.advanceTimersByTimeAsync(0)
    saves[1]?.fail(new Error('offline'))
    expect(await failing).toBe(false)
    const flushed = autoSave.flush()
    await vi.advanceTimersByTimeAsync(0)
    saves[2]?.succeed()
    expect(await flushed).toBe(true)
    expect(values()).toEqual(['a', 'a', 'a'])
    expect(states.at(-1)).toBe('saved')
  })

  it('does not restore an older value where a save failed after another change', async () => {
    const { autoSave, values, saves } = start()
    autoSave.change('a')
    await vi.advanceTimersByTimeAsync(3000)
    autoSave.change('b')
    saves[0]?.fail(new Error('offline'))
    await vi.advanceTimersByTimeAsync(3000)
    expect(values()).toEqual(['a', 'b'])
  })

  it('saves nothing after the draft is discarded', async () => {
    const { autoSave, values } = start()
    autoSave.change('a')
    await autoSave.discard()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(values()).toEqual([])
  })
})
