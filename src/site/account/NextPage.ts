import { pageIn } from "../../api/PagePaths.ts"
import type { Language } from "../../../domain/language/Language.ts"

/** A page of the dashboard, with its query. Neither another host nor another page is led to by our form. */
const ownPath = /^\/(?:(?:en|ru|ar)\/)?dashboard(?:\/[a-z.]{1,20})?(?:\?[\w.~%&=+-]{0,500})?$/u

/** Where who signs in goes on: to the page that was asked for, or to the first of the dashboard. */
export const nextPage = (asked: string | undefined, language: Language): string =>
  asked !== undefined && ownPath.test(asked) ? asked : pageIn(language, "/dashboard")
