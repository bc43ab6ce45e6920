import type { Language } from "../../../domain/language/Language.ts"

interface MailText {
  readonly subject: string
  readonly text: string
}

interface MailTexts {
  /** to prove that the address is one's own */
  readonly verify: (link: string) => MailText
  /** a link for each account of the address, with the day it was registered */
  readonly reset: (links: ReadonlyArray<ResetLink>) => MailText
  /** somebody signed up with an address that another account has proved to be its own */
  readonly known: (link: string) => MailText
}

export interface ResetLink {
  /** `2026-11-27` */
  readonly registeredOn: string
  readonly link: string
}

const lines = (...paragraphs: ReadonlyArray<string>): string => `${paragraphs.join("\n\n")}\n`

const listed = (links: ReadonlyArray<ResetLink>): string =>
  links.map(({ link, registeredOn }) => `${registeredOn}: ${link}`).join("\n")

/** What is written to people, in plain text. */
export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  en: {
    verify: (link) => ({
      subject: "Confirm your e-mail address for fooddata",
      text: lines(
        "Somebody signed up to fooddata with this e-mail address. If it was you, open this link within 30 minutes:",
        link,
        "If it was not you, do nothing."
      )
    }),
    reset: (links) => ({
      subject: "Set a new fooddata password",
      text: lines(
        "Somebody asked to set a new password. If it was you, open the link of your account, by the day you signed up, within 30 minutes:",
        listed(links),
        "If it was not you, do nothing: your password stays as it is."
      )
    }),
    known: (link) => ({
      subject: "You already have a fooddata account",
      text: lines(
        "Somebody signed up to fooddata with this e-mail address, which belongs to your account. Your account has not changed.",
        `If it was you and you forgot your password, set a new one: ${link}`,
        "If it was not you, do nothing."
      )
    })
  },
  ru: {
    verify: (link) => ({
      subject: "Подтвердите адрес электронной почты для fooddata",
      text: lines(
        "С этим адресом зарегистрировались в fooddata. Если это были вы, откройте ссылку в течение 30 минут:",
        link,
        "Если это были не вы, ничего делать не нужно."
      )
    }),
    reset: (links) => ({
      subject: "Новый пароль для fooddata",
      text: lines(
        "Для вашего адреса запросили новый пароль. Если это были вы, откройте в течение 30 минут ссылку своей учётной записи (по дате регистрации):",
        listed(links),
        "Если это были не вы, ничего делать не нужно: пароль останется прежним."
      )
    }),
    known: (link) => ({
      subject: "У вас уже есть учётная запись fooddata",
      text: lines(
        "С этим адресом попытались зарегистрироваться в fooddata, но он принадлежит вашей учётной записи. В ней ничего не изменилось.",
        `Если это были вы и забыли пароль, задайте новый: ${link}`,
        "Если это были не вы, ничего делать не нужно."
      )
    })
  },
  ar: {
    verify: (link) => ({
      subject: "تأكيد بريدك الإلكتروني في fooddata",
      text: lines(
        "سُجِّل حساب في fooddata بهذا البريد الإلكتروني. إذا كنت أنت من فعل ذلك، فافتح هذا الرابط خلال 30 دقيقة:",
        link,
        "إذا لم تكن أنت، فلا حاجة إلى أي إجراء."
      )
    }),
    reset: (links) => ({
      subject: "تعيين كلمة مرور جديدة في fooddata",
      text: lines(
        "طُلب تعيين كلمة مرور جديدة. إذا كنت أنت من طلب ذلك، فافتح رابط حسابك (بحسب تاريخ التسجيل) خلال 30 دقيقة:",
        listed(links),
        "إذا لم تكن أنت، فلا حاجة إلى أي إجراء: ستبقى كلمة مرورك كما هي."
      )
    }),
    known: (link) => ({
      subject: "لديك حساب في fooddata بالفعل",
      text: lines(
        "حاول أحدهم التسجيل في fooddata بهذا البريد الإلكتروني، وهو تابع لحسابك. لم يتغير شيء في حسابك.",
        `إذا كنت أنت ونسيت كلمة المرور، فعيّن كلمة جديدة: ${link}`,
        "إذا لم تكن أنت، فلا حاجة إلى أي إجراء."
      )
    })
  }
}
