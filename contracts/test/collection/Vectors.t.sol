// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, MintItem, MintMany} from "../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../src/collection/ICollection.sol";
import {ICollection721} from "../../src/collection/ICollection721.sol";
import {Collection1155Base} from "../base/Collection1155Base.sol";

/// @notice Vouchers as the TypeScript rules sign them.
contract MintVectorsTest is Collection1155Base {
    function test_Vouchers() public {
        string memory mints = vm.readFile("packages/protocol/vectors/mint.json");
        uint256 count;
        for (; vm.keyExistsJson(mints, caseKey(count, "")); ++count) {
            vm.chainId(vm.parseJsonUint(mints, caseKey(count, ".chainId")));
            address place = vm.parseJsonAddress(mints, caseKey(count, ".collection"));
            // Both standards read the same vouchers.
            vm.etch(place, count % 2 == 0 ? address(official).code : address(editions).code);
            uint256 id = vm.parseJsonUint(mints, caseKey(count, ".tokenId"));
            address minter = vm.parseJsonAddress(mints, caseKey(count, ".minter"));
            bytes32 digest = ICollection721(place).mintDigest(id, minter);
            vm.assertEq(digest, vm.parseJsonBytes32(mints, caseKey(count, ".digest")), "digest");
            (uint8 v, bytes32 r, bytes32 s) = split(vm.parseJsonBytes(mints, caseKey(count, ".signature")));
            vm.assertEq(ecrecover(digest, v, r, s), vm.parseJsonAddress(mints, caseKey(count, ".miner")), "signature");
        }
        vm.assertGe(count, 3, "cases");
    }

    function test_VouchersForMany() public {
        string memory json = vm.readFile("packages/protocol/vectors/mint-many.json");
        uint256 count;
        for (; vm.keyExistsJson(json, caseKey(count, "")); ++count) {
            vm.chainId(vm.parseJsonUint(json, caseKey(count, ".chainId")));
            address place = vm.parseJsonAddress(json, caseKey(count, ".collection"));
            // Both standards read the same vouchers.
            vm.etch(place, count % 2 == 0 ? address(official).code : address(editions).code);
            MintMany memory terms = MintMany(itemsOf(json, count), vm.parseJsonUint(json, caseKey(count, ".deadline")));
            address minter = vm.parseJsonAddress(json, caseKey(count, ".minter"));
            bytes32 digest = ICollection(place).mintManyDigest(terms, minter);
            vm.assertEq(digest, vm.parseJsonBytes32(json, caseKey(count, ".digest")), "digest");
            (uint8 v, bytes32 r, bytes32 s) = split(vm.parseJsonBytes(json, caseKey(count, ".signature")));
            vm.assertEq(ecrecover(digest, v, r, s), vm.parseJsonAddress(json, caseKey(count, ".signer")), "signature");
        }
        vm.assertGe(count, 3, "cases");
    }

    function itemsOf(string memory json, uint256 index) private view returns (MintItem[] memory items) {
        items = new MintItem[](countOf(json, caseKey(index, ".items")));
        for (uint256 i; i < items.length; ++i) {
            string memory key = elementKey(caseKey(index, ".items"), i);
            items[i].tokenId = vm.parseJsonUint(json, string.concat(key, ".tokenId"));
            items[i].uri = vm.parseJsonString(json, string.concat(key, ".uri"));
            items[i].supply = vm.parseJsonUint(json, string.concat(key, ".supply"));
            string memory feesKey = string.concat(key, ".fees");
            items[i].fees = new Fee[](countOf(json, feesKey));
            for (uint256 j; j < items[i].fees.length; ++j) {
                string memory feeKey = elementKey(feesKey, j);
                items[i].fees[j].recipient = vm.parseJsonAddress(json, string.concat(feeKey, ".recipient"));
                items[i].fees[j].value = vm.parseJsonUint(json, string.concat(feeKey, ".value"));
            }
        }
    }

    function countOf(string memory json, string memory key) private view returns (uint256 count) {
        while (vm.keyExistsJson(json, elementKey(key, count))) {
            ++count;
        }
    }

    function elementKey(string memory key, uint256 index) private pure returns (string memory) {
        return string.concat(key, "[", vm.toString(index), "]");
    }

    function split(bytes memory joined) private pure returns (uint8 v, bytes32 r, bytes32 s) {
        assembly {
            r := mload(add(joined, 0x20))
            s := mload(add(joined, 0x40))
        }
        v = uint8(joined[64]);
    }

    function caseKey(uint256 index, string memory name) private pure returns (string memory) {
        return string.concat(".cases[", vm.toString(index), "]", name);
    }
}
