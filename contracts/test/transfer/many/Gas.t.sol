// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1155} from "@openzeppelin/contracts/token/ERC1155/IERC1155.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {AssetTypes} from "../../../src/exchange/AssetTypes.sol";
import {Transfer} from "../../../src/transfer/IManyTransfers.sol";
import {ManyTransfersBase} from "../../base/ManyTransfersBase.sol";

/// @notice What transfers cost as a transaction of their own, beside the collection's own safe transfer of one: of an ERC721 to an
/// account that owns one already, of ten ids of an ERC1155, of which it owns none. Nothing may rise by more than 1 % above
/// `gas.json`, which holds what was measured last.
contract ManyTransfersGasTest is ManyTransfersBase {
    /// @dev Shown by `forge test -vvvv`.
    event Measured(string row, uint256 gas);

    string private snapshot;

    function setUp() public override {
        super.setUp();
        snapshot = vm.readFile("contracts/test/transfer/many/gas.json");
        compileAsShipped(address(nft), "PlainERC721");
        compileAsShipped(address(multi), "PlainERC1155");
        nft.give(bob, 100);
        for (uint256 id = 101; id <= 150; ++id) {
            multi.give(alice, id, 10);
        }
    }

    function within(string memory row) private {
        uint256 used = vm.lastCallGas().gasTotalUsed;
        emit Measured(row, used);
        vm.assertLe(used * 100, vm.parseJsonUint(snapshot, string.concat(".", row)) * 101, string.concat(row, ": 1 % above gas.json"));
    }

    function editions(uint256 count) private view returns (Transfer[] memory transfers) {
        transfers = new Transfer[](count);
        for (uint256 i; i < count; ++i) {
            transfers[i] = Transfer(address(multi), 101 + i, AssetTypes.ERC1155, 5, bob);
        }
    }

    /// forge-config: default.isolate = true
    function test_OneByTheCollection() public {
        vm.prank(alice);
        IERC721(address(nft)).safeTransferFrom(alice, bob, 1);
        within("single");
    }

    /// forge-config: default.isolate = true
    function test_One() public {
        send(singles(1));
        within("one");
    }

    /// forge-config: default.isolate = true
    function test_Ten() public {
        send(singles(10));
        within("ten");
    }

    /// forge-config: default.isolate = true
    function test_Fifty() public {
        send(singles(50));
        within("fifty");
    }

    /// forge-config: default.isolate = true
    function test_OneEditionByTheCollection() public {
        vm.prank(alice);
        IERC1155(address(multi)).safeTransferFrom(alice, bob, 101, 5, "");
        within("singleEdition");
    }

    /// forge-config: default.isolate = true
    function test_OneEdition() public {
        send(editions(1));
        within("oneEdition");
    }

    /// forge-config: default.isolate = true
    function test_TenEditions() public {
        send(editions(10));
        within("tenEditions");
    }

    /// forge-config: default.isolate = true
    function test_FiftyEditions() public {
        send(editions(50));
        within("fiftyEditions");
    }
}
