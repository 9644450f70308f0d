// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxKey, BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IFullBlindBox} from "../../../src/box/IFullBlindBox.sol";
import {Draws} from "../../../src/box/Draws.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";

/// @notice What `packages/protocol` says about boxes is what the contract says and does.
contract BoxVectorsTest is BoxBase {
    string private json;
    string private current;

    function setUp() public override {
        super.setUp();
        json = vm.readFile("packages/protocol/vectors/boxes.json");
    }

    /// Struct hash, digest and the text of the documented form.
    function test_Hashes() public {
        uint256 count;
        for (; vm.keyExistsJson(json, caseAt(".cases", count)); ++count) {
            current = caseAt(".cases", count);
            vm.chainId(number(".chainId"));
            address place = vm.parseJsonAddress(json, key(".blindBox"));
            vm.etch(place, address(box).code);
            BoxOrder memory order = readOrder();
            vm.assertEq(IFullBlindBox(place).hashBox(order), word(".structHash"), "structHash");
            vm.assertEq(IFullBlindBox(place).digest(order), word(".digest"), "digest");
            vm.assertEq(IFullBlindBox(place).prepareMessage(order), vm.parseJsonString(json, key(".text64")), "text64");
        }
        vm.assertGe(count, 4, "cases");
    }

    /// Seed and kinds.
    function test_Draws() public {
        uint256 count;
        for (; vm.keyExistsJson(json, caseAt(".draws", count)); ++count) {
            current = caseAt(".draws", count);
            bytes32 seed = Draws.seedOf(word(".word"), word(".blockHash"), word(".box"), number(".request"));
            vm.assertEq(seed, word(".seed"), "seed");
            uint256[] memory left = vm.parseJsonUintArray(json, key(".left"));
            bool repeat = vm.parseJsonBool(json, key(".repeat"));
            uint256[] memory kinds = box.draw(left, number(".boxes"), number(".opening"), repeat, seed);
            uint256[] memory expected = vm.parseJsonUintArray(json, key(".kinds"));
            vm.assertEq(kinds.length, expected.length, "how many");
            for (uint256 i; i < kinds.length; ++i) {
                vm.assertEq(kinds[i], expected[i], "kind");
            }
        }
        vm.assertGe(count, 9, "draws");
    }

    function readOrder() private view returns (BoxOrder memory order) {
        uint256 kinds;
        while (vm.keyExistsJson(json, key(caseAt(".box.sellAssets", kinds)))) {
            ++kinds;
        }
        Asset[] memory assets = new Asset[](kinds);
        for (uint256 i; i < kinds; ++i) {
            assets[i] = readAsset(caseAt(".box.sellAssets", i));
        }
        BoxKey memory names =
            BoxKey(vm.parseJsonAddress(json, key(".box.owner")), number(".box.salt"), assets, readAsset(".box.buyAsset"));
        return BoxOrder(
            names,
            number(".box.opening"),
            vm.parseJsonBool(json, key(".box.repeat")),
            number(".box.startTime"),
            number(".box.endTime"),
            number(".box.buying"),
            vm.parseJsonUintArray(json, key(".box.assetAmounts")),
            number(".box.sellerFee"),
            vm.parseJsonStringArray(json, key(".box.uris"))
        );
    }

    function readAsset(string memory name) private view returns (Asset memory) {
        return Asset(
            vm.parseJsonAddress(json, key(string.concat(name, ".token"))),
            number(string.concat(name, ".tokenId")),
            uint8(number(string.concat(name, ".assetType")))
        );
    }

    function number(string memory name) private view returns (uint256) {
        return vm.parseJsonUint(json, key(name));
    }

    function word(string memory name) private view returns (bytes32) {
        return vm.parseJsonBytes32(json, key(name));
    }

    function key(string memory name) private view returns (string memory) {
        return string.concat(current, name);
    }

    function caseAt(string memory list, uint256 index) private pure returns (string memory) {
        return string.concat(list, "[", vm.toString(index), "]");
    }
}
