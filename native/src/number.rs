//! Numbers as people write them in run files, rounded correctly.

/// Powers of ten that a double holds exactly.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Parse a decimal number, `inf` or `nan`; None for anything else.
pub fn parse(field: &[u8]) -> Option<f64> {
    plain(field).or_else(|| std::str::from_utf8(field).ok()?.parse().ok())
}

/// The common case, `-12.75`: when digits and power of ten are exact doubles, one division rounds correctly.
fn plain(field: &[u8]) -> Option<f64> {
    let (negative, digits) = match field.split_first()? {
        (b'-', rest) => (true, rest),
        _ => (false, field),
    };
    if digits.is_empty() || digits.len() > 19 {
        return None;
    }
    let (mut mantissa, mut place) = (0u64, 0);
    let take = |place: &mut usize, mantissa: &mut u64| {
        while let Some(digit) =
            digits.get(*place).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10)
        {
            *mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
            *place += 1;
        }
    };
    take(&mut place, &mut mantissa);
    let mut decimals = 0;
    if digits.get(place) == Some(&b'.') {
        let point = place;
        place += 1;
        take(&mut place, &mut mantissa);
        decimals = place - point - 1;
    }
    if place != digits.len() || mantissa > 1 << 53 || digits == b"." {
        return None;
    }
    let value = mantissa as f64 / EXACT_POWERS[decimals];
    Some(if negative { -value } else { value })
}

/// Parse a whole number that fits 64 bits.
pub fn whole(field: &[u8]) -> Option<i64> {
    if field.len() > 20 {
        return None;
    }
    std::str::from_utf8(field).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{parse, whole};

    #[test]
    fn agrees_with_the_standard_library() {
        for text in [
            "0",
            "-0",
            "12.75",
            "0.1",
            "123456789.123456789",
            "9007199254740993",
            "1e300",
            "-3e-2",
            ".5",
            "5.",
            "+7",
        ] {
            let expected: f64 = text.parse().unwrap();
            assert_eq!(parse(text.as_bytes()).unwrap().to_bits(), expected.to_bits(), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_number() {
        for text in ["", ".", "-", "1e", "abc", "1_0", "0x10", "1.2.3", "--1", "3,5", "\u{0661}"] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(whole(b"1.0"), None);
        assert_eq!(whole(b"99999999999999999999"), None);
        assert_eq!(whole(b"+12"), Some(12));
    }
}
