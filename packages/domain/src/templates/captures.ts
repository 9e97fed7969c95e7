import { CaptureTag, type Context, type Liquid } from 'liquidjs'

const register = 'captures-open'

const opened = (context: Context): number => context.getRegister(register, 0)

/** Whether what is put out now goes into a variable, and not into the text. */
export const isCapturing = (context: Context): boolean => opened(context) > 0

class PlainCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    context.setRegister(register, opened(context) + 1)
    yield* super.render(context)
    context.setRegister(register, opened(context) - 1)
  }
}

/** What is captured is escaped where the variable is put out, like any other; escaped here it would be so twice. */
export const captureUnescaped = (engine: Liquid) => engine.registerTag('capture', PlainCapture)
