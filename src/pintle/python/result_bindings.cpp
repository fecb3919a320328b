#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <sstream>

#include "pintle/app/export.h"
#include "pintle/app/plot.h"
#include "pintle/python/bindings.h"
#include "pintle/results/channel_choice.h"
#include "pintle/results/file_kind.h"
#include "pintle/results/fresh_file.h"
#include "pintle/results/report_page.h"

namespace pintle {

namespace {

[[noreturn]] void refuse(const std::string& message) { raise_with("ResultError", message, {}); }

ResultFile open(const std::filesystem::path& path) {
  Result<ResultFile> file = ResultFile::open(path);
  if (!file) refuse(file.message());
  return std::move(file).value();
}

py::array_t<double> read(const ResultFile& file, const ChannelChoice& choice) {
  std::vector<double> values;
  {
    const py::gil_scoped_release others_may_run;
    values = choice.read(file);
  }
  if (values.size() != file.records() * choice.size()) {
    const std::string why = file.why_cut_short();
    refuse(why.empty() ? file.name() + ": cannot be read any more" : why);
  }
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(file.records())};
  if (choice.size() > 1) shape.push_back(static_cast<py::ssize_t>(choice.size()));
  return py::array_t<double>(shape, values.data());
}

std::vector<ChannelChoice> chosen(const ResultFile& file, const std::vector<std::string>& words) {
  Result<std::vector<ChannelChoice>> choices = choose_channels(file, words);
  if (!choices) throw py::key_error(choices.message());
  return std::move(choices).value();
}

std::string page_of(const ResultFile& file, const ResultFile* other) {
  for (const ResultFile* one : {&file, other})
    if (const std::string why = one ? one->why_cut_short() : ""; !why.empty()) refuse(why);
  const py::gil_scoped_release others_may_run;
  return report_page(file, other, kReportNumbers);
}

// A command of the terminal: what it prints as a mistake is raised.
template <class Options>
std::string carried_out(int (*command)(const Options&, std::ostream&, std::ostream&),
                        const Options& options) {
  std::ostringstream out, err;
  int code = 0;
  {
    const py::gil_scoped_release others_may_run;
    code = command(options, out, err);
  }
  std::string message = err.str();
  while (!message.empty() && message.back() == '\n') message.pop_back();
  if (code != 0) refuse(message);
  return message;
}

}  // namespace

void bind_results(py::module_& module) {
  py::class_<ResultFile>(module, "ResultFile")
      .def(py::init(&open))
      .def_property_readonly("path", &ResultFile::path)
      .def_property_readonly("title", &ResultFile::title)
      .def_property_readonly("model", &ResultFile::model)
      .def_property_readonly("program", &ResultFile::program)
      .def_property_readonly("settings", &ResultFile::settings)
      .def_property_readonly("report", &ResultFile::report)
      .def_property_readonly("records", &ResultFile::records)
      .def_property_readonly("times",
                             [](const ResultFile& file) {
                               return py::array_t<double>(static_cast<py::ssize_t>(file.records()),
                                                          file.times().data());
                             })
      .def_property_readonly(
          "channels",
          [](const ResultFile& file) {
            std::vector<std::tuple<std::string, std::string, std::string, std::size_t>> list;
            for (const ResultChannel& channel : file.channels())
              list.emplace_back(channel.name, channel.unit, channel.doc, channel.size);
            return list;
          })
      // By name: (unit, values) of the channels that a name, a component or a pattern means.
      .def("read",
           [](const ResultFile& file, const std::string& word) {
             py::dict found;
             for (const ChannelChoice& choice : chosen(file, {word}))
               found[py::str(choice.name())] = py::make_tuple(choice.channel.unit, read(file, choice));
             return found;
           })
      .def("refresh", &ResultFile::refresh)
      .def("page", &page_of)
      .def("write_page", [](const ResultFile& file, const std::filesystem::path& path,
                            const ResultFile* other, bool is_forced) {
        const std::filesystem::path second = other ? other->path() : std::filesystem::path();
        if (const std::string why = why_not_written({path, FileKind::page, {file.path(), second}, is_forced});
            !why.empty())
          refuse(why);
        if (const std::string error = write_fresh(path, page_of(file, other)); !error.empty()) refuse(error);
      });

  module.def("export_results", [](const std::filesystem::path& result, const std::filesystem::path& output,
                                  const std::vector<std::string>& channels, const std::string& format,
                                  std::optional<double> from, std::optional<double> to,
                                  std::optional<std::size_t> every, std::optional<std::size_t> frames,
                                  bool is_forced) {
    return carried_out<ExportOptions>(
        export_results, {result, output, channels, format, {from, to, every, frames}, is_forced, false});
  });
  module.def("plot",
             [](const std::vector<std::string>& words, const std::filesystem::path& output,
                const std::string& title, const std::string& x, const std::string& size,
                std::optional<double> from, std::optional<double> to, bool is_difference, bool is_forced) {
               return carried_out<PlotOptions>(
                   plot, {words, output, title, x, size, from, to, is_difference, is_forced, false});
             });
}

}  // namespace pintle
