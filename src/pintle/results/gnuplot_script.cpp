#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>

#include "pintle/base/number_text.h"
#include "pintle/base/shown_text.h"
#include "pintle/results/gnuplot.h"

namespace pintle {

namespace {

// Colours that can be told apart by colour-blind people (Okabe and Ito, "Color universal design", 2008),
// without their yellow, which is too bright for lines.
constexpr std::array kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"};
// Results one after the other; gnuplot's numbers.
constexpr std::array kDashes{1, 2, 4, 3, 5};
constexpr int kWidth = 1000, kPanelHeight = 260, kRest = 110, kMostHeight = 2400;
constexpr double kCharacter = 7.2, kLegendLine = 50.0,
                 kGap = 8.0;  // pixels of a character, of a line beside it

struct Panel {
  std::string unit;
  std::vector<const PlotCurve*> curves;
};

std::vector<Panel> panels_of(const PlotData& data) {
  std::vector<Panel> panels;
  for (const PlotCurve& curve : data.curves) {
    auto found =
        std::find_if(panels.begin(), panels.end(), [&](const Panel& p) { return p.unit == curve.unit; });
    if (found == panels.end()) found = panels.insert(panels.end(), {curve.unit, {}});
    found->curves.push_back(&curve);
  }
  return panels;
}

// In gnuplot's double quotes, where octal escapes stand for whatever could mean something: single quotes end
// at '\'' when they begin with it, and backquotes run commands.
std::string gnuplot_text(std::string_view text) {
  constexpr std::string_view kPlain = " _.,:;()[]{}<>+-*/=!?#&";
  std::string quoted = "\"";
  for (const char c : printable(text)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = std::isalnum(byte) != 0 || byte >= 0x80 || kPlain.find(c) != std::string_view::npos;
    quoted += is_plain ? std::string(1, c) : fmt::format("\\{:03o}", byte);
  }
  return quoted + '"';
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() || unit == "1" ? name : fmt::format("{} [{}]", name, unit);
}

// "position [m]", or the unit alone where quantities differ.
std::string axis_label(const Panel& panel) {
  const std::string& quantity = panel.curves.front()->quantity;
  const bool is_one = std::all_of(panel.curves.begin(), panel.curves.end(),
                                  [&](const PlotCurve* curve) { return curve->quantity == quantity; });
  std::string words = is_one ? quantity : "";
  std::replace(words.begin(), words.end(), '_', ' ');
  return is_one ? with_unit(words, panel.unit) : fmt::format("[{}]", panel.unit);
}

class GnuplotScript {
 public:
  GnuplotScript(const PlotData& data, const PlotLook& look, const std::string& ending)
      : data_(data), look_(look), panels_(panels_of(data)) {
    const int rows = static_cast<int>(panels_.size());
    const auto size =
        look.size.value_or(std::pair{kWidth, std::min(kMostHeight, kRest + kPanelHeight * rows)});
    width_ = size.first;
    height_ = size.second;
    terminal(ending);
    head();
    tables();
    for (std::size_t i = 0; i < panels_.size(); ++i) panel(i);
    line("unset multiplot");
  }
  std::string text() && { return std::move(text_); }

 private:
  void line(std::string_view text) { (text_ += text) += '\n'; }

  void terminal(const std::string& ending) {
    if (ending == "pdf")
      line(fmt::format("set terminal pdfcairo noenhanced font 'Sans,9' size {:.3f}in,{:.3f}in",
                       width_ / 100.0, height_ / 100.0));
    else if (ending == "svg")
      line(fmt::format("set terminal svg noenhanced font 'Sans,12' size {},{} background '#ffffff'", width_,
                       height_));
    else
      line(fmt::format("set terminal pngcairo noenhanced font 'Sans,10' size {},{} background '#ffffff'",
                       width_, height_));
  }

  std::string label_of(const PlotCurve& curve) const {
    return look_.results.size() > 1 ? fmt::format("{}, {}", curve.name, look_.results[curve.result])
                                    : curve.name;
  }

  void head() {
    std::size_t longest = 0;
    for (const PlotCurve& curve : data_.curves) longest = std::max(longest, label_of(curve).size());
    right_ = 1.0 - std::min(0.45, (kCharacter * static_cast<double>(longest) + kLegendLine) / width_);
    line("set border 3 lc rgb '#55606c'\nset tics nomirror out scale 0.6 textcolor rgb '#1d2630'");
    line("set grid xtics ytics lt 1 lc rgb '#dbe1e8' lw 0.8\nset style data lines");
    line(fmt::format("set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}",
                     std::min(0.2, 95.0 / width_), right_));
    line(fmt::format("set multiplot title {}", gnuplot_text(look_.title)));
    range();
  }

  // The same for all panels: from the first point to the last one.
  void range() {
    double least = std::numeric_limits<double>::infinity(), largest = -least;
    for (const PlotCurve& curve : data_.curves)
      for (const double x : curve.x) {
        least = std::min(least, x);
        largest = std::max(largest, x);
      }
    if (largest > least && data_.x_name == "time")
      line(fmt::format("set xrange [{}:{}]", shortest_text(least), shortest_text(largest)));
  }

  // A block of data for each curve; "NaN" breaks a line.
  void tables() {
    for (std::size_t i = 0; i < data_.curves.size(); ++i) {
      const PlotCurve& curve = data_.curves[i];
      line(fmt::format("$curve{} << EOD", i));
      for (std::size_t k = 0; k < curve.x.size(); ++k) {
        const bool is_number = std::isfinite(curve.x[k]) && std::isfinite(curve.y[k]);
        line(is_number ? shortest_text(curve.x[k]) + ' ' + shortest_text(curve.y[k]) : "NaN NaN");
      }
      line("EOD");
    }
  }

  void panel(std::size_t index) {
    const double top = 1.0 - 45.0 / height_, bottom = 60.0 / height_, gap = 22.0 / height_;
    const auto count = static_cast<double>(panels_.size());
    const double high = (top - bottom - gap * (count - 1.0)) / count;
    const double upper = top - static_cast<double>(index) * (high + gap);
    const bool is_last = index + 1 == panels_.size();
    line(fmt::format("set tmargin at screen {:.4f}\nset bmargin at screen {:.4f}", upper, upper - high));
    line(is_last ? fmt::format("set xlabel {}\nset format x '%g'",
                               gnuplot_text(with_unit(data_.x_name, data_.x_unit)))
                 : "unset xlabel\nset format x ''");
    line(fmt::format("set ylabel {}", gnuplot_text(axis_label(panels_[index]))));
    line(fmt::format("set key at screen {:.4f}, screen {:.4f} left top Left reverse samplen 2.5 spacing 1.15",
                     right_ + kGap / width_, upper));
    std::string plots;
    std::map<std::string, std::size_t> colours;  // a channel has the same in all results
    for (const PlotCurve* curve : panels_[index].curves) {
      const std::size_t colour = colours.emplace(curve->name, colours.size()).first->second;
      // Beyond the last colour these come again, as dashed lines where there is one result only.
      const std::size_t round = look_.results.size() > 1 ? curve->result : colour / kColours.size();
      const std::string style = curve->x.size() == 1 ? "with points pt 7 ps 0.8" : "with lines lw 1.8";
      plots += fmt::format("{}$curve{} using 1:2 {} lc rgb '{}' dt {} title {}",
                           plots.empty() ? "plot " : ", \\\n  ", curve - data_.curves.data(), style,
                           kColours[colour % kColours.size()], kDashes[round % kDashes.size()],
                           gnuplot_text(label_of(*curve)));
    }
    line(plots);
  }

  const PlotData& data_;
  const PlotLook& look_;
  std::vector<Panel> panels_;
  int width_ = kWidth, height_ = kPanelHeight;
  double right_ = 0.75;
  std::string text_;
};

}  // namespace

std::vector<std::string> plot_endings() { return {"png", "svg", "pdf"}; }

std::string gnuplot_script(const PlotData& data, const PlotLook& look, const std::string& ending) {
  return GnuplotScript(data, look, ending).text();
}

}  // namespace pintle
