// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

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
