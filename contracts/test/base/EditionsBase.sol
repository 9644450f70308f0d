// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee} from "../../src/collection/ICollection.sol";
import {ICollection1155} from "../../src/collection/ICollection1155.sol";
import {DollarToken} from "../../src/devnet/DollarToken.sol";
import {WrappedCoin} from "../../src/devnet/WrappedCoin.sol";
import {Asset, Order, OrderKey, Sig} from "../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "./ExchangeBase.sol";
import {IEditions} from "./IEditions.sol";

/// @notice The official ERC1155 collection at the market: Alice holds ten of number 7, of which Carol gets 5 %; Bob and
/// Eve hold coin, wrapped coin and dollars.
abstract contract EditionsBase is ExchangeBase {
    uint256 internal constant ID = 7;
    uint256 internal constant DOLLAR = 1e6;

    ICollection1155 internal editions;
    IEditions internal token;
    WrappedCoin internal wrapped;
    DollarToken internal dollar;

    function setUp() public virtual override {
        super.setUp();
        editions = ICollection1155(
            vm.deployCode("contracts/artifacts/OfficialCollection1155.json", abi.encode("Editions", "EDI", miner, "ipfs:/", "ipfs:/", operator))
        );
        token = IEditions(address(editions));
        wrapped = new WrappedCoin("Wrapped Ether", "WETH");
        dollar = new DollarToken();
        mintEditions(alice, ID, 10);
        enter(alice);
        enter(bob);
        enter(eve);
    }

    function mintEditions(address minter, uint256 id, uint256 supply) internal {
        Sig memory sig = signed(MINER_KEY, editions.mintDigest(id, minter));
        Fee[] memory fees = new Fee[](1);
        fees[0] = Fee(carol, 500);
        vm.prank(minter);
        editions.mint(id, sig.v, sig.r, sig.s, fees, supply, "/x");
    }

    /// @dev Gives money and every approval.
    function enter(address account) internal {
        vm.deal(account, 1000 ether);
        vm.startPrank(account);
        wrapped.deposit{value: 500 ether}();
        dollar.mint(account, 1000 * DOLLAR);
        wrapped.approve(address(proxy), type(uint256).max);
        dollar.approve(address(proxy), type(uint256).max);
        token.setApprovalForAll(address(proxy), true);
        vm.stopPrank();
    }

    /// @dev Alice sells her ten for `unit` each.
    function tenFor(Asset memory money_, uint256 unit) internal view returns (Order memory) {
        return Order(OrderKey(alice, saltOf(6), item(address(editions), ID, 2), money_), 10, 10 * unit, FEE);
    }

    /// @dev Bob bids `unit` for each of `quantity`.
    function bidFor(address money_, uint256 quantity, uint256 unit) internal view returns (Order memory) {
        OrderKey memory key = OrderKey(bob, saltOf(9, 0, 0, FEE), Asset(money_, 0, 1), item(address(editions), ID, 2));
        return Order(key, quantity * unit, quantity, FEE);
    }

    function acceptAs(address holder, Order memory order, uint256 amount) internal {
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(holder);
        exchange.exchange(order, sig, FEE, none(), amount, address(0));
    }

    function shortOf(address holder, uint256 held, uint256 wanted) internal pure returns (bytes memory) {
        return abi.encodeWithSignature(
            "ERC1155InsufficientBalance(address,uint256,uint256,uint256)", holder, held, wanted, ID
        );
    }
}
