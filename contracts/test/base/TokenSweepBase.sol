// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fill, Order} from "../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "./ExchangeBase.sol";
import {MoodyERC20} from "./MoodyERC20.sol";
import {RoyaltyERC721} from "./PlainTokens.sol";

/// @notice Ten sellers with items of ten collections, each with a creator who gets 5 %, for sale at 1 unit of one ERC20. The
/// buyer pays 1.025, the beneficiary gets 0.05, and the seller 0.925.
abstract contract TokenSweepBase is ExchangeBase {
    uint256 internal constant COUNT = 10;
    uint256 internal constant INITIAL_BALANCE = 1000 ether;

    MoodyERC20 internal token;
    RoyaltyERC721[COUNT] internal collections;

    function setUp() public virtual override {
        super.setUp();
        token = new MoodyERC20();
        fund(bob);
        for (uint256 i; i < COUNT; ++i) {
            collections[i] = new RoyaltyERC721(creator(i), 500);
            for (uint256 k; k < COUNT; ++k) {
                if (i == 0 || i == k) collections[i].give(seller(k), 100 + k);
            }
            collections[0].give(seller(0), 200 + i);
        }
        for (uint256 i; i < COUNT; ++i) {
            vm.startPrank(seller(i));
            collections[0].setApprovalForAll(address(proxy), true);
            collections[i].setApprovalForAll(address(proxy), true);
            vm.stopPrank();
        }
    }

    function fund(address payer) internal {
        token.give(payer, INITIAL_BALANCE);
        vm.prank(payer);
        token.approve(address(proxy), type(uint256).max);
    }

    function seller(uint256 index) internal pure returns (address) {
        return vm.addr(1000 + index);
    }

    function creator(uint256 index) internal pure returns (address) {
        return address(uint160(0xC0000 + index));
    }

    function sale(address collection, uint256 id, uint256 index, uint256 number) internal view returns (Order memory order) {
        order = aSale(collection);
        order.key.buyAsset.token = address(token);
        order.key.buyAsset.assetType = 1;
        (order.key.owner, order.key.salt, order.key.sellAsset.tokenId) = (seller(index), saltOf(number), id);
    }

    function fillOf(Order memory order, uint256 index) internal view returns (Fill memory) {
        return Fill(order, makerSig(1000 + index, order), FEE, none(), 1);
    }

    /// @dev Ten lines of one seller and one creator.
    function ofOne() internal view returns (Fill[] memory list) {
        list = new Fill[](COUNT);
        for (uint256 i; i < COUNT; ++i) list[i] = fillOf(sale(address(collections[0]), 200 + i, 0, 10 + i), 0);
    }

    /// @dev Ten sellers of one creator.
    function ofSellers() internal view returns (Fill[] memory list) {
        list = new Fill[](COUNT);
        for (uint256 i; i < COUNT; ++i) list[i] = fillOf(sale(address(collections[0]), 100 + i, i, 20 + i), i);
    }

    /// @dev Ten sellers and ten creators.
    function ofEach() internal view returns (Fill[] memory list) {
        list = new Fill[](COUNT);
        for (uint256 i; i < COUNT; ++i) list[i] = fillOf(sale(address(collections[i]), 100 + i, i, 30 + i), i);
    }

    function sweep(Fill[] memory list) internal returns (bool[] memory) {
        vm.prank(bob);
        return exchange.sweep(list, address(0), 1);
    }

    function assertPaid(address account, uint256 amount, string memory who) internal view {
        vm.assertEq(token.balanceOf(account), amount, who);
    }

    /// @dev What the buyer paid is what `lines` lines cost, and lies with sellers, creators, beneficiary and exchange.
    function assertWhole(uint256 lines) internal view {
        uint256 gains = token.balanceOf(treasury) + token.balanceOf(address(exchange));
        for (uint256 i; i < COUNT; ++i) gains += token.balanceOf(seller(i)) + token.balanceOf(creator(i));
        assertPaid(bob, INITIAL_BALANCE - lines * 1.025 ether, "the buyer paid for these lines");
        vm.assertEq(gains, lines * 1.025 ether, "all of it arrived");
    }

    /// @dev Nothing moved, and no order is spent.
    function assertUntouched(Fill[] memory list) internal view {
        for (uint256 i; i < list.length; ++i) {
            vm.assertTrue(!exchange.isSpent(list[i].order.key.owner, list[i].order.key.salt), "open");
        }
        assertWhole(0);
    }
}
