// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";

/// @notice What request and reveal cost as transactions of their own: the owner exists, fees lie here already, the buyer owns
/// one of the prize. The goal of the cost table is 230,000 together; besides, nothing may rise by more than 1 % above
/// `gas.json`, which holds what was measured last.
contract BoxGasTest is BoxBase {
    string private snapshot;

    function setUp() public override {
        super.setUp();
        snapshot = vm.readFile("contracts/test/box/open/gas.json");
        compileAsShipped(address(nft), "PlainERC721");
        compileAsShipped(address(multi), "PlainERC1155");
        compileAsShipped(address(pay), "PlainERC20");
        multi.give(bob, 7, 1);
        nft.give(bob, 100);
    }

    function within(string memory row) private view returns (uint256 used) {
        used = vm.lastCallGas().gasTotalUsed;
        vm.assertLe(used * 100, vm.parseJsonUint(snapshot, string.concat(".", row)) * 101, string.concat(row, ": 1 % above gas.json"));
    }

    /// @dev One box of one prize; another was opened before.
    function opened(BoxOrder memory order, string memory row) private returns (uint256 used) {
        bytes32 id = registered(order);
        drawn(bob, id, 1);
        openAs(bob, id, 1);
        used = within(string.concat(row, "Request"));
        mine(2);
        reveal(id, 1);
        used += within(string.concat(row, "Reveal"));
    }

    function many(Asset memory prize, string memory uri, Asset memory money) private view returns (BoxOrder memory order) {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = prize;
        order = single(money, kinds);
        (order.assetAmounts[0], order.buying, order.uris[0]) = (10, 10 * PRICE, uri);
    }

    /// forge-config: default.isolate = true
    function test_AnEdition() public {
        vm.assertLe(opened(many(Asset(address(multi), 7, 2), "", coin()), "edition"), 230_000, "goal");
    }

    /// forge-config: default.isolate = true
    function test_Minted() public {
        vm.assertLe(opened(many(Asset(address(prizes), 1, 5), "/ipfs/A", coin()), "minted"), 230_000, "goal");
    }

    /// forge-config: default.isolate = true
    function test_AnERC721() public {
        Asset[] memory kinds = new Asset[](5);
        for (uint256 i; i < 5; ++i) {
            kinds[i] = Asset(address(nft), i + 1, 3);
        }
        vm.assertLe(opened(single(coin(), kinds), "erc721"), 230_000, "goal");
    }

    /// forge-config: default.isolate = true
    function test_PaidInAToken() public {
        opened(many(Asset(address(multi), 7, 2), "", token()), "token");
    }

    /// Two of three kinds, without repetition.
    /// forge-config: default.isolate = true
    function test_Distinct() public {
        opened(aBox(coin()), "distinct");
    }
}
